/** Imports all modules with writes of lists, which register themselves. */
import "./block-batches.ts";
import "./block-writes.ts";
import "./board-writes.ts";
import "./copies.ts";
