import type { Server } from "bun";
import type { AnyElysia } from "elysia";
import { codeOf, messageOf } from "#lib/errors.ts";
import type { Timers } from "#lib/timers.ts";
import type { Config } from "#platform/config.ts";
import type { Closing, Runtime } from "#platform/deps.ts";
import type { Log } from "#platform/http/log.ts";
import { type Certificate, readCertificate } from "#platform/net/certificate.ts";

/** Interval in milliseconds between checks for a new certificate. Certificates are renewed weeks before they expire. */
const certificateCheckMs = 60_000;
/** Milliseconds to wait for further requests before a stop. A connection in use sends its next request in this time. */
const quietMs = 100;
const maxQuietWaitMs = 1_000;
/** Bun's limit of bodies, too high to be reached. Our code limits bodies: Bun would refuse with an empty response. */
const unlimitedBodyBytes = 2 ** 40;

type Shared = { readonly timers: Timers; readonly log: Log; readonly runtime: Pick<Runtime, "closing"> };

/** Listens for requests, and replaces the TLS certificate after a renewal. */
export class Listener {
  private readonly servers: Server<unknown>[] = [];
  private certificate: Certificate | null = null;
  private lastFailure = "";
  private stopCheckingCertificate = () => {};
  private isStopping = false;

  constructor(
    private readonly app: AnyElysia,
    private readonly config: Config,
    private readonly shared: Shared,
  ) {}

  get port(): number {
    return this.servers.at(-1)?.port ?? this.config.port;
  }

  /** The certificate as PEM. Null for plain HTTP. */
  get certificatePem(): string | null {
    return this.certificate?.cert ?? null;
  }

  /** Starts listening. @throws Error if the certificate is unusable, or if the address is in use */
  async start(): Promise<void> {
    const { tls } = this.config;
    this.listen(this.config.port, tls === null ? null : await readCertificate(tls));
    if (tls !== null)
      this.stopCheckingCertificate = this.shared.timers.every(certificateCheckMs, () => void this.renew(tls));
  }

  /** Stops listening and waits for requests. Closes WebSockets last, because WebSockets never end by themselves. */
  async drain(patienceMs: number): Promise<void> {
    this.isStopping = true;
    this.stopCheckingCertificate();
    const deadline = performance.now() + patienceMs;
    const { closing, close } = this.beginClosing();
    await waitUntilQuiet(closing);
    const stopped = Promise.all(this.servers.map((server) => server.stop(false)));
    close();
    const isBusy = () => this.servers.some(({ pendingRequests }) => pendingRequests > 0);
    while (isBusy() && performance.now() < deadline) await Bun.sleep(10);
    await Promise.race([stopped, Promise.all(this.servers.map((server) => server.stop(true)))]);
  }

  /** Loads a changed certificate. Continues with the old certificate while only one of its two files has changed. */
  private async renew(tls: NonNullable<Config["tls"]>): Promise<void> {
    const { log } = this.shared;
    try {
      const read = await readCertificate(tls);
      if (read.cert === this.certificate?.cert && read.key === this.certificate.key) return;
      const { closing, close } = this.beginClosing();
      await waitUntilQuiet(closing);
      try {
        if (!this.isStopping) this.replaceServer(read);
      } finally {
        close();
      }
      log.info(`the certificate ${tls.cert} is renewed`);
      this.lastFailure = "";
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== this.lastFailure) log.warn(`the certificate could not be renewed: ${reason}`);
      this.lastFailure = reason;
    }
  }

  private beginClosing(): { closing: Closing; close: () => void } {
    const { promise: done, resolve: close } = Promise.withResolvers<void>();
    const closing = { waiting: 0, done };
    this.shared.runtime.closing = closing;
    return { closing, close };
  }

  /** Starts another server, because Bun's `reload()` keeps the old certificate. Open requests and sockets continue. */
  private replaceServer(certificate: Certificate): void {
    const { port } = this;
    void this.servers.at(-1)?.stop(false);
    this.shared.runtime.closing = null;
    this.listen(port, certificate);
  }

  private listen(port: number, certificate: Certificate | null): void {
    const { host } = this.config;
    try {
      this.app.listen({
        hostname: host,
        port,
        reusePort: false,
        development: false,
        maxRequestBodySize: unlimitedBodyBytes,
        ...(certificate && { tls: certificate }),
      });
    } catch (error) {
      const isTaken = codeOf(error) === "EADDRINUSE";
      if (isTaken) throw new Error(`port ${port} on ${host} is in use; choose another: PORT=${port + 1}`);
      throw new Error(`could not listen on HOST=${host}, PORT=${port}: ${messageOf(error)}`);
    }
    if (!this.app.server) throw new Error(`could not listen on ${host}:${port}`);
    this.servers.push(this.app.server);
    this.certificate = certificate;
  }
}

async function waitUntilQuiet(closing: Closing): Promise<void> {
  const deadline = performance.now() + maxQuietWaitMs;
  for (let seen = -1; seen < closing.waiting && performance.now() < deadline; ) {
    seen = closing.waiting;
    await Bun.sleep(quietMs);
  }
}
