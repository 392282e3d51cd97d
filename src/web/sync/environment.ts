import type { Timers } from "#lib/timers.ts";
import type { Catalogue } from "#web/i18n/catalogue.ts";

/** Parts of a browser that the sync uses. A test creates one environment for each tab. */
export type Environment = {
  /** Storage of the browser. Each access may throw, because browsers may forbid the use of storage. */
  readonly storage: {
    readonly databases: () => IDBFactory;
    readonly local: () => Storage;
    readonly session: () => Storage;
  };
  /** Fetches a path of the server. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly socket: (path: string) => WebSocket;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  readonly timers: Timers;
  /** Target that dispatches the events of the window. Its `storage` events report changes in other tabs. */
  readonly broadcast: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  readonly isVisible: () => boolean;
  readonly reload: () => void;
  readonly messages: Messages;
  /** Returns the texts in the shown language. */
  readonly text: () => Catalogue;
};

/** Functions that show messages. The caller passes these functions, because the sync may not import components. */
type Messages = {
  show(message: Message): unknown;
  dismissTopics(topics: readonly string[]): void;
  clear(): void;
};

export type Message = {
  readonly message: string;
  readonly tone?: "plain" | "error";
  readonly action?: { readonly label: string; readonly onPress: () => void };
  readonly seconds?: number;
  /** Key of the message, such as the id of a write. `dismissTopics` removes the message with this key. */
  readonly topic?: string;
};
