import { isInternalClick, parse, type Route } from "./router";

/** The current route, and navigation without reloading the page. */
class Router {
  route: Route = $state.raw(parse(location.pathname, location.search, location.hash));

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.route = parse(location.pathname, location.search, location.hash);
    scrollTo(0, 0);
  }

  /** Handle the browser's history buttons and clicks on links. Return a function that stops it. */
  start(): () => void {
    const onPopState = (): void => {
      this.route = parse(location.pathname, location.search, location.hash);
    };
    const onClick = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link?.href || !isInternalClick(event, link, location)) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    };
    addEventListener("popstate", onPopState);
    document.addEventListener("click", onClick);
    return () => {
      removeEventListener("popstate", onPopState);
      document.removeEventListener("click", onClick);
    };
  }
}

export const router = new Router();
