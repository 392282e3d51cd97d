/** The protocol's own names and numbers, apart from its library, which takes its time to load. */

/** The current revision. */
export const currentRevision = "2026-07-28";
/** Older ones that are spoken too, the newest first. */
export const olderRevisions = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** Under which a request of the current revision speaks of its client. */
export const metaKeys = {
  clientInfo: "io.modelcontextprotocol/clientInfo",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
} as const;

/** JSON-RPC 2.0 §5.1. `refused` is ours: whatever REST refuses, but for tools, whose refusals are results. */
export const codes = {
  unreadable: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  refused: -32_000,
} as const;
