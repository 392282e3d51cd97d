/** Ports of the servers for browsers. A test takes those of earlier tests, whose scripts the browser knows. */
import { runningTest } from "./browser-running.ts";

const free: number[] = [];

/**
 * Starts a server on a free port and returns the port. In a test of screens, `stop` is called when the test is over.
 */
export function listenOnReusedPort(listen: (port: number) => number, stop: () => Promise<void>): number {
  const port = listenOnFirst(listen);
  runningTest()?.cleanUps.push(async () => {
    await stop();
    free.push(port);
  });
  return port;
}

function listenOnFirst(listen: (port: number) => number): number {
  for (let port = free.pop(); port !== undefined; port = free.pop()) {
    try {
      return listen(port);
    } catch (error) {
      // Another process has taken it.
      if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    }
  }
  return listen(0);
}
