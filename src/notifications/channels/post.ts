import type { Config } from "#platform/config.ts";
import { type Outbound, OutboundError } from "#platform/net/outbound.ts";
import { retryAfter } from "#platform/net/retry-after.ts";
import type { Outcome } from "../delivery/outcome.ts";
import { reasons, unexpectedStatus } from "./reasons.ts";

export type AdapterDeps = {
  readonly config: Config;
  readonly outbound: Outbound;
  readonly clock: () => Date;
};

export type PostResponse = { readonly status: number; readonly afterMs: number | null };

export type Post = {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
};

/** Sends a request. Ignores the response's body, which could reveal data of the local network. */
export async function post(
  outbound: Outbound,
  { address, headers, body }: Post,
  now: Date,
  signal: AbortSignal,
): Promise<
  { readonly response: PostResponse; readonly failure: null } | { readonly response: null; readonly failure: Outcome }
> {
  try {
    const { status, headers: given } = await outbound(address, { method: "POST", headers, body, maxBytes: 0, signal });
    return { response: { status, afterMs: retryAfter(given, now) }, failure: null };
  } catch (error) {
    return { response: null, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): Outcome {
  const fault = error instanceof OutboundError ? error.kind : "failed";
  if (fault === "refused") return { kind: "refused", status: null, reason: reasons.privateAddress };
  const reason = fault === "timeout" ? reasons.slow : fault === "aborted" ? reasons.stopped : reasons.unreachable;
  return { kind: "retry", status: null, reason, afterMs: null };
}

/** Returns the outcome for HTTP statuses that have the same meaning at every service. */
export function outcomeOf({ status, afterMs }: PostResponse): Outcome {
  if (status >= 200 && status < 300) return { kind: "ok", status };
  if (status === 429 || status === 503) return { kind: "retry", status, reason: reasons.busy, afterMs };
  if (status === 408 || status >= 500) return { kind: "retry", status, reason: unexpectedStatus(status), afterMs };
  if (status === 413) return { kind: "refused", status, reason: reasons.tooLarge };
  return { kind: "refused", status, reason: unexpectedStatus(status) };
}
