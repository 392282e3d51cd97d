/** Imports, and so registers, all writes of lists. */
import "./block-batches.ts";
import "./block-writes.ts";
import "./board-writes.ts";
import "./copies.ts";
