/** Everything that can be done to lists, known from the start. */
import "./block-batches.ts";
import "./block-writes.ts";
import "./board-writes.ts";
