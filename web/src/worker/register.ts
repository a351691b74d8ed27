/** Have the page and what the school tells kept by the service worker, where the browser allows it. */
export function registerWorker(): void {
  // only over https, and on this machine
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {
      // then the page needs its network, as pages do
    });
  };
  // what the page needs now comes first
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
