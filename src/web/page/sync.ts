/** Creates the sync of this page: its cached data and its queue of writes. */

import { timers } from "#web/lib/timers.ts";
import { pauseQueries } from "#web/sync/connection.ts";
import { createSync } from "#web/sync/create-sync.ts";
import { currentText } from "./text.ts";
import { toasts } from "./toasts.ts";

export const sync = createSync({
  storage: { databases: () => indexedDB, local: () => localStorage, session: () => sessionStorage },
  fetch: (path, init) => fetch(path, init),
  socket: (path) => new WebSocket(new URL(path, location.href.replace(/^http/, "ws"))),
  now: () => Date.now(),
  timers,
  broadcast: globalThis,
  isVisible: () => document.visibilityState === "visible",
  reload: () => location.reload(),
  messages: toasts,
  text: currentText,
});

pauseQueries(sync.connection.isConnected);

export const { api, outbox } = sync;
export const { run: runCommand, commandError } = sync.commands;
export const { queryClient, invalidate, recheckSession, refetchSource } = sync.cache;
export const { isConnected, serverAnswers, awaitServer } = sync.connection;
export const { realIds, setRealId } = sync.store;
export const { completeSignIn, signOut } = sync.signing;
export const { isReadAhead, noteReadAhead, deleteAnswers } = sync.persistence;
export const { readAhead, cachedData } = sync.reading;
