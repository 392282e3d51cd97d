import { isConnected, serverAnswers } from "../app-sync.ts";
import { getPreference, setPreference } from "../preferences.ts";

/** A reload waits no longer: the page comes from the server anyway. */
const maxInstallMs = 5_000;

/** Browsers allow it only on https and localhost. */
export function startShell(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  sendKeptActions();
  isConnected.watch(() => {
    if (isConnected.get()) sendKeptActions();
  });
}

/** Actions of notifications that were clicked while the server was away. Only Chromium wakes the worker for them. */
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

/** Also resolves if the installation fails or takes too long. */
function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => resolve(), { once: true });
    setTimeout(resolve, maxInstallMs);
  });
}

/** Minimal time between reloads, against endless loops. */
const minReloadIntervalMs = 30_000;

/**
 * An updated server no longer has the parts of older builds: then reloads the page, once. @throws the error of `load` right after
 * such a reload
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
