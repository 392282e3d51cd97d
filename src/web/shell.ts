/** The service worker, by which the app starts without the server. Only https and localhost allow one. */

/** Installs or renews it, where there may be one. */
export function startShell(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
}
