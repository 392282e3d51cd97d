/**
 * Servers for browser tests. A server takes the port of an earlier test's server, because the browser has cached the
 * scripts of that address.
 */
import { createApp } from "#server/app.ts";
import type { AppDeps } from "#server/deps.ts";
import { runningTest } from "./running.ts";

const free: number[] = [];

/** Serves the app on a free port until the running browser test ends. A shared server runs until the process ends. */
export function serve(deps: AppDeps, { isShared = false } = {}) {
  let app: ReturnType<typeof createApp> | null = null;
  const listen = (port: number) => {
    const created = createApp(deps);
    created.listen({ hostname: "127.0.0.1", port, reusePort: false, development: false });
    app = created;
    return created.server!.port!;
  };
  /** Ends the server as in a power cut: every connection breaks. */
  const stop = async () => {
    const stopped = app?.server?.stop(true);
    app = null;
    // Connections close at once; the promise may wait for handlers whose clients are gone.
    await Promise.race([stopped, Bun.sleep(1_000)]);
  };
  const port = listenOnFirst(listen);
  if (!isShared) {
    runningTest()?.cleanUps.push(async () => {
      await stop();
      free.push(port);
    });
  }
  return {
    port,
    stop,
    /** Starts the server again on the same port. */
    start() {
      if (!app) listen(port);
    },
  };
}

function listenOnFirst(listen: (port: number) => number): number {
  for (let port = free.pop(); port !== undefined; port = free.pop()) {
    try {
      return listen(port);
    } catch (error) {
      // Another process has taken the port.
      if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    }
  }
  return listen(0);
}
