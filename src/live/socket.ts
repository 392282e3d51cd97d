import type { ServerWebSocket } from "bun";
import { closeCodes, type LiveMessage, ping } from "./message.ts";

/** The member or device behind a socket. */
export type Listener = { readonly householdId: string; readonly id: string };

/** The part of a WebSocket that is used here. */
type Wire = Pick<ServerWebSocket<unknown>, "send" | "close">;

/** One open app. Bun is given it as the socket's data, and calls what is here by name. */
export class LiveSocket {
  readonly householdId: string;
  readonly callerId: string;
  private wire: Wire | null = null;

  constructor(
    caller: Listener,
    /** Whether its credentials are still good. */
    readonly isStillGood: (now: Date) => boolean,
    private readonly greeting: () => LiveMessage,
    private readonly ended: (socket: LiveSocket) => void,
    private readonly clock: () => Date,
  ) {
    this.householdId = caller.householdId;
    this.callerId = caller.id;
  }

  /** Called by Bun. Between the handshake and this, the credentials may have ended without anything to close yet. */
  open(wire: Wire): void {
    this.wire = wire;
    if (this.isStillGood(this.clock())) this.tell(JSON.stringify(this.greeting()));
    else this.dismiss();
  }

  /** Called by Bun. */
  message(wire: Wire, text: string | Buffer): void {
    if (text === ping) this.tell(JSON.stringify({ type: "pong" } satisfies LiveMessage));
    else wire.close(closeCodes.notUnderstood, "Only ping is understood");
  }

  /** Called by Bun, also where the client is gone without a word. */
  close(): void {
    this.ended(this);
  }

  /** Sends a text; nothing before it is open: the greeting will say all. */
  tell(text: string): void {
    this.wire?.send(text);
  }

  /** Ends it, because whoever it is for is no longer let in. */
  dismiss(): void {
    this.wire?.close(closeCodes.signedOut, "Not signed in");
  }
}
