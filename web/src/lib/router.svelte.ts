import { isForUs, parse, type Route } from "./router";

/** The page's address and the way from one page to the next, without loading the page again. */
class Router {
  route: Route = $state.raw(parse(location.pathname, location.search));

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.route = parse(location.pathname, location.search);
    scrollTo(0, 0);
  }

  /** Listen to the browser's buttons and to clicks on links; answers with the way to stop. */
  start(): () => void {
    const back = (): void => {
      this.route = parse(location.pathname, location.search);
    };
    const click = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link?.href || !isForUs(event, link, location)) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    };
    addEventListener("popstate", back);
    document.addEventListener("click", click);
    return () => {
      removeEventListener("popstate", back);
      document.removeEventListener("click", click);
    };
  }
}

export const router = new Router();
