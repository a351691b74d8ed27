/** Register the service worker, which caches the page and the lessons, if the browser supports it. */
export function registerWorker(): void {
  // browsers support service workers over https and on localhost only
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {
      // the page then works online only
    });
  };
  // loading the page itself comes first
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
