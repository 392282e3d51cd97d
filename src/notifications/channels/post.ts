import type { Config } from "#platform/config.ts";
import { type Outbound, OutboundError } from "#platform/net/outbound.ts";
import { retryAfter } from "#platform/net/retry-after.ts";
import type { Outcome } from "../delivery/outcome.ts";
import { answered, reasons } from "./reasons.ts";

export type AdapterParts = {
  readonly config: Config;
  readonly outbound: Outbound;
  readonly clock: () => Date;
};

export type Answer = { readonly status: number; readonly afterMs: number | null };

export type Post = {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
};

/** Ignores the answer's body: it could show the inside of a network. */
export async function post(
  outbound: Outbound,
  { address, headers, body }: Post,
  now: Date,
  signal: AbortSignal,
): Promise<{ readonly answer: Answer; readonly failure: null } | { readonly answer: null; readonly failure: Outcome }> {
  try {
    const { status, headers: given } = await outbound(address, { method: "POST", headers, body, maxBytes: 0, signal });
    return { answer: { status, afterMs: retryAfter(given, now) }, failure: null };
  } catch (error) {
    return { answer: null, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): Outcome {
  const fault = error instanceof OutboundError ? error.kind : "failed";
  if (fault === "refused") return { kind: "refused", status: null, reason: reasons.leadsHome };
  const reason = fault === "timeout" ? reasons.slow : fault === "aborted" ? reasons.stopped : reasons.unreachable;
  return { kind: "retry", status: null, reason, afterMs: null };
}

/** Statuses that mean the same everywhere. */
export function outcomeOf({ status, afterMs }: Answer): Outcome {
  if (status >= 200 && status < 300) return { kind: "ok", status };
  if (status === 429 || status === 503) return { kind: "retry", status, reason: reasons.busy, afterMs };
  if (status === 408 || status >= 500) return { kind: "retry", status, reason: answered(status), afterMs };
  if (status === 413) return { kind: "refused", status, reason: reasons.tooLarge };
  return { kind: "refused", status, reason: answered(status) };
}
