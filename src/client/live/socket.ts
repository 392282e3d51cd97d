import type { ServerWebSocket } from "bun";
import type { Caller } from "#platform/auth/callers.ts";
import { closeCodes, type LiveMessage, ping } from "./message.ts";

export type Listener = { readonly householdId: string; readonly id: string; readonly kind: Caller["kind"] };

type Wire = Pick<ServerWebSocket<unknown>, "send" | "close">;

/** Bun calls `open`, `message` and `close`. */
export class LiveSocket {
  readonly householdId: string;
  readonly callerId: string;
  readonly isTablet: boolean;
  private wire: Wire | null = null;

  constructor(
    caller: Listener,
    readonly isStillValid: (now: Date) => boolean,
    private readonly greeting: () => LiveMessage,
    private readonly onClosed: (socket: LiveSocket) => void,
    private readonly clock: () => Date,
  ) {
    this.householdId = caller.householdId;
    this.callerId = caller.id;
    this.isTablet = caller.kind === "device";
  }

  /** Credentials can end during the handshake. */
  open(wire: Wire): void {
    this.wire = wire;
    if (this.isStillValid(this.clock())) this.send(JSON.stringify(this.greeting()));
    else this.closeSignedOut();
  }

  message(wire: Wire, text: string | Buffer): void {
    if (text === ping) this.send(JSON.stringify({ type: "pong" } satisfies LiveMessage));
    else wire.close(closeCodes.notUnderstood, "Only ping is understood");
  }

  close(): void {
    this.onClosed(this);
  }

  /** Does nothing before `open`. */
  send(text: string): void {
    this.wire?.send(text);
  }

  closeSignedOut(): void {
    this.wire?.close(closeCodes.signedOut, "Not signed in");
  }
}
