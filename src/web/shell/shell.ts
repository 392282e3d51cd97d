/** The service worker, by which the app starts without the server, and the change to a newer app. */
import { serverAnswers } from "../sync/connection.ts";
import { getPreference, setPreference } from "../sync/preferences.ts";

/** A reload is not kept waiting for longer: the page comes from the server anyway. */
const longestInstallMs = 5_000;

/** Installs or renews it, where there may be one: https and localhost alone allow it. */
export function startShell(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
}

/** Loads the page anew, as the newest app that this server has. */
export async function renew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => {});
  if (registration?.installing) await installed(registration.installing);
  registration?.waiting?.postMessage("activate");
  location.reload();
}

/** Once it is installed, or can't be; not for ever. */
function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => resolve(), { once: true });
    setTimeout(resolve, longestInstallMs);
  });
}

/** Not more often than this: a page that can't be helped must not load for ever. */
const patienceMs = 30_000;

/**
 * Loads a part of the app. The part of an older app is gone once the server runs a newer one: then the page is loaded anew,
 * once. @throws whatever `load` throws where that was tried just now.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const isRecent = Date.now() - Number(getPreference("renewed") ?? 0) < patienceMs;
    if (isRecent || !(await serverAnswers())) throw error;
    setPreference("renewed", String(Date.now()));
    await renew();
    return new Promise(() => {});
  }
}
