import { isConnected, serverAnswers } from "../app-sync.ts";
import { getPreference, setPreference } from "../preferences.ts";

/** Milliseconds for which a reload waits for the installation. After that, the page comes from the server anyway. */
const maxInstallMs = 5_000;

/** Registers the service worker. Browsers allow that only on HTTPS and localhost. */
export function startShell(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  sendKeptActions();
  isConnected.watch(() => {
    if (isConnected.get()) sendKeptActions();
  });
}

/**
 * Sends the actions of notifications that were clicked while the server was unreachable. Only Chromium wakes the worker
 * for them.
 */
function sendKeptActions(): void {
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("send kept")).catch(() => {});
}

export async function renew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => {});
  if (registration?.installing) await installed(registration.installing);
  registration?.waiting?.postMessage("activate");
  location.reload();
}

/** Waits until the worker is installed. Also resolves if the installation fails or takes too long. */
function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => resolve(), { once: true });
    setTimeout(resolve, maxInstallMs);
  });
}

/** Minimal time between reloads, to prevent endless loops. */
const minReloadIntervalMs = 30_000;

/**
 * Loads a chunk of the app. An updated server no longer has the chunks of older builds: then the page is reloaded,
 * once.
 * @throws the error of `load` if such a reload has just happened
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const isRecent = Date.now() - Number(getPreference("renewed") ?? 0) < minReloadIntervalMs;
    if (isRecent || !(await serverAnswers())) throw error;
    setPreference("renewed", String(Date.now()));
    await renew();
    return new Promise(() => {});
  }
}
