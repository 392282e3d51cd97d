/** Imports all modules that declare writes of lists. The import registers these writes. */
import "./block-batches.ts";
import "./block-writes.ts";
import "./board-writes.ts";
import "./copies.ts";
