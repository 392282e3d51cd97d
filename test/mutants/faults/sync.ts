/** Faults of the app's sync. */
import type { Mutant } from "../mutant.ts";

const outbox = ["test/web/sync/outbox.test.ts"];
const persistence = ["test/web/sync/persistence.test.ts"];
const stale = ["test/web/sync/stale.test.ts"];
const live = ["test/web/sync/live.test.ts"];
const undo = ["test/web/sync/undo.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "A repeated write has another idempotency key",
    file: "src/web/sync/outbox.ts",
    find: '"Idempotency-Key": id,',
    replace: '"Idempotency-Key": randomId(), ...(id ? {} : {}),',
    tests: outbox,
  },
  {
    fault: "A queued write is not stored",
    file: "src/web/sync/outbox.ts",
    find: "void store.keep(entry);",
    replace: "",
    tests: outbox,
  },
  {
    fault: "A refused write leaves those that depend on it in the queue",
    file: "src/web/sync/outbox.ts",
    find: "write.createdId ? [entry, ...hanging] : [entry]",
    replace: "write.createdId ? [entry] : [entry]",
    tests: outbox,
  },
  {
    fault: "A write of one member is sent for another",
    file: "src/web/sync/outbox.ts",
    find: "if (entry.holder !== owner.get() || !(await",
    replace: "if (!(await",
    tests: outbox,
  },
  {
    fault: "A write that is undone in the queue is still shown",
    file: "src/web/sync/outbox.ts",
    find: ".filter(({ id }) => !takenBack.has(id))",
    replace: '.filter(({ id }) => !takenBack.has(id + "?"))',
    tests: outbox,
  },
  {
    fault: "A tab takes over the writes of an open tab",
    file: "src/web/sync/outbox-store.ts",
    find: "owner !== page && present.has(owner)",
    replace: "owner === null && present.has(owner)",
    tests: outbox,
  },
  {
    fault: "Stored data of another build are used",
    file: "src/web/sync/persistence.ts",
    find: "each.version === version && ",
    replace: "",
    tests: persistence,
  },
  {
    fault: "A screen that opens shows stale data",
    file: "src/web/sync/stale-reads.ts",
    find: "isConnected.get() && staleHashes.get().has(hash)",
    replace: "!isConnected.get() && staleHashes.get().has(hash)",
    tests: stale,
  },
  {
    fault: "Stale data stay hidden when the server fails",
    file: "src/web/sync/stale-reads.ts",
    find: 'action.type === "failed" || action.type === "error"',
    replace: 'action.type === "continue"',
    tests: stale,
  },
  {
    fault: "A page misses what a restarted server has lost",
    file: "src/web/sync/live.ts",
    find: "epoch !== null && epoch !== hello.epoch",
    replace: "epoch === null && epoch !== hello.epoch",
    tests: live,
  },
  {
    fault: "A newer server is not noticed",
    file: "src/web/sync/live.ts",
    find: "isOutdated.set(true)",
    replace: "isOutdated.set(false)",
    tests: live,
  },
  {
    fault: "A page reads everything twice when it opens",
    file: "src/web/sync/cache.ts",
    find: "!isReadAt(revision, queryHash)",
    replace: "!isReadAt(-revision, queryHash)",
    tests: live,
  },
  {
    fault: "The toast of a change stays when another device undoes it",
    file: "src/web/sync/live.ts",
    find: "if (message.undoes) dismissUndo(message.undoes);",
    replace: "",
    tests: undo,
  },
  {
    fault: "Doing again begins with the oldest",
    file: "src/web/sync/undo.ts",
    find: "redoStack.pop()",
    replace: "redoStack.shift()",
    tests: undo,
  },
];
