/** Running the server until it is told to stop: what `serve` and `demo` share. */
import type { Server } from "bun";
import type { createApp } from "../app.ts";
import { generateToken } from "../auth/tokens.ts";
import { type Config, settings } from "../config.ts";
import { closeDatabase, type Db } from "../db/client.ts";
import type { Release } from "../db/lock.ts";
import { lockPatiently, makeDataDir, openDataDir } from "../db/migrate.ts";
import type { Runtime } from "../deps.ts";
import { createLog, type Log } from "../http/log.ts";
import { systemTimers } from "../lib/timers.ts";
import { sweepCovers } from "../lists/covers/files.ts";
import { shownCovers } from "../lists/covers/store.ts";
import { createPhotos } from "../photos/photos.ts";
import { startSweeping } from "../sign-in/sweep.ts";
import { build } from "../version.ts";

/** Requests in flight get this long after SIGTERM; the whole stop stays within 5 seconds (contract section 10). */
const drainMs = 3_000;
/** Larger bodies than this Bun refuses by itself, with an empty answer; the pipeline refuses all that matter before. */
const neverReachedBytes = 2 ** 40;

/** An open data folder that this process has for itself. */
export type Holding = { readonly db: Db; readonly release: Release };

/** Takes a data folder, making it where it is missing. @throws Error where another process has it. */
export function holdDataDir(dataDir: string): Holding {
  makeDataDir(dataDir);
  const unlock = lockPatiently(dataDir) ?? (() => {});
  try {
    const db = openDataDir(dataDir, { holdsLock: true, now: new Date() });
    return {
      db,
      release: () => {
        try {
          closeDatabase(db);
        } finally {
          unlock();
        }
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The address of a server on this machine. */
export function localUrl(host: string, port: number): string {
  const isAnywhere = host === "0.0.0.0" || host === "::";
  const name = isAnywhere || host === "127.0.0.1" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * Serves until SIGTERM or SIGINT, then lets running requests finish, folds the log into the database and gives the data
 * folder back. `started` is called once, with the address and the secret of the setup link; `beside` starts what runs beside
 * the server, and answers how that is stopped.
 * @throws Error where the address can't be listened on.
 */
export async function serveUntilStopped(
  config: Config,
  holding: Holding,
  started: (url: string, setupToken: string) => void,
  beside: (log: Log) => () => Promise<void> = () => async () => {},
): Promise<void> {
  const log = createLog(config.logLevel, (text) => process.stderr.write(text), !process.stderr.isTTY);
  const runtime: Runtime = { isDraining: false, setupToken: generateToken(), build };
  try {
    const shown = shownCovers(holding.db);
    sweepCovers(config.dataDir, (name) => shown.has(name));
    // Loaded here, because it takes most of the time of a start, and verbs that serve nothing do without it.
    const { createApp } = await import("../app.ts");
    const photos = createPhotos(config, log);
    const shared = { db: holding.db, clock: () => new Date(), timers: systemTimers, log };
    const app = createApp({ ...shared, config, runtime, photos });
    const server = listen(app, config);
    started(localUrl(config.host, server.port ?? config.port), runtime.setupToken);
    const stopBeside = beside(log);
    // Here and not with the nightly backup, which can be turned off, and which the demo has none of.
    const at = config.nightlyBackup ?? settings.NIGHTLY_BACKUP.default;
    const stopSweeping = startSweeping({ ...shared, at });
    await stopSignal();
    runtime.isDraining = true;
    log.info("stopping");
    await Promise.all([drain(server), stopBeside(), stopSweeping()]);
  } finally {
    holding.release();
    log.flush();
  }
}

function listen(app: ReturnType<typeof createApp>, { host, port }: Config) {
  try {
    app.listen({ hostname: host, port, reusePort: false, development: false, maxRequestBodySize: neverReachedBytes });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (isTaken) throw new Error(`port ${port} on ${host} is in use; choose another: PORT=${port + 1}`);
    throw new Error(
      `could not listen on HOST=${host}, PORT=${port}: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (!app.server) throw new Error(`could not listen on ${host}:${port}`);
  return app.server;
}

/**
 * Stops listening and waits for requests in flight. Connections that are merely kept alive, and open sockets, would hold it for
 * ever: they are closed then, sockets with 1001.
 */
async function drain(server: Server<unknown>): Promise<void> {
  const deadline = performance.now() + drainMs;
  const stopped = server.stop(false);
  while (server.pendingRequests > 0 && performance.now() < deadline) await Bun.sleep(10);
  await Promise.race([stopped, server.stop(true)]);
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}
