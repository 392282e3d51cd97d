import type { ServerWebSocket } from "bun";
import type { Caller } from "#platform/auth/callers.ts";
import { closeCodes, type LiveMessage, ping } from "./message.ts";

export type Listener = { readonly householdId: string; readonly id: string; readonly kind: Caller["kind"] };

type SocketConnection = Pick<ServerWebSocket<unknown>, "send" | "close">;

/** One socket of an open app. Bun calls `open`, `message` and `close`. */
export class LiveSocket {
  readonly householdId: string;
  readonly callerId: string;
  readonly isTablet: boolean;
  private connection: SocketConnection | null = null;

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

  /** Sends the greeting, or closes the socket if the credentials expired during the handshake. */
  open(connection: SocketConnection): void {
    this.connection = connection;
    if (this.isStillValid(this.clock())) this.send(JSON.stringify(this.greeting()));
    else this.closeSignedOut();
  }

  message(connection: SocketConnection, text: string | Buffer): void {
    if (text === ping) this.send(JSON.stringify({ type: "pong" } satisfies LiveMessage));
    else connection.close(closeCodes.notUnderstood, "Only ping is understood");
  }

  close(): void {
    this.onClosed(this);
  }

  /** Sends a text. Does nothing before `open` was called. */
  send(text: string): void {
    this.connection?.send(text);
  }

  closeSignedOut(): void {
    this.connection?.close(closeCodes.signedOut, "Not signed in");
  }
}
