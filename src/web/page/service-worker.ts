import { getPreference, setPreference } from "./preferences.ts";
import { isConnected, serverAnswers } from "./sync.ts";

/**
 * Maximum time in milliseconds that a reload waits until the new service worker is installed. After this time, the page
 * reloads without the new service worker.
 */
const maxInstallMs = 5_000;

/** Registers the service worker. Browsers allow this only on HTTPS and localhost. */
export function startServiceWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  sendKeptActions();
  isConnected.watch(() => {
    if (isConnected.get()) sendKeptActions();
  });
}

/**
 * Asks the service worker to send the waiting actions. An action waits if somebody tapped a button of a notification
 * while the server did not respond. The page must ask, because only Chromium starts the worker by itself when the
 * network returns.
 */
function sendKeptActions(): void {
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("send kept")).catch(() => {});
}

export async function reloadWithUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await registration?.update().catch(() => {});
  if (registration?.installing) await waitForInstall(registration.installing);
  registration?.waiting?.postMessage("activate");
  location.reload();
}

/** Waits until the service worker is installed. Also resolves if the installation fails or takes too long. */
function waitForInstall(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => resolve(), { once: true });
    setTimeout(resolve, maxInstallMs);
  });
}

/** Minimum time in milliseconds between two reloads, so that the page does not reload endlessly. */
const minReloadIntervalMs = 30_000;

/**
 * Loads a chunk of the app. If this fails although the server responds, reloads the page, because after an update the
 * server no longer has the chunks of older builds.
 * @throws the error of `load` if the server does not respond, or if the page was reloaded a short time ago
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const isRecent = Date.now() - Number(getPreference("renewed") ?? 0) < minReloadIntervalMs;
    if (isRecent || !(await serverAnswers())) throw error;
    setPreference("renewed", String(Date.now()));
    await reloadWithUpdate();
    return new Promise(() => {});
  }
}
