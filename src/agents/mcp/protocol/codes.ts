/** Constants of MCP. Kept separate from the protocol library, because the library loads slowly. */

export const currentRevision = "2026-07-28";
/** Older versions of MCP that the server supports, the newest first. */
export const olderRevisions = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

export const metaKeys = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
} as const;

/** Error codes of JSON-RPC 2.0 §5.1. Only the code `refused` is defined by this server itself. */
export const codes = {
  unreadable: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  refused: -32_000,
} as const;
