import type { Deps } from "#platform/deps.ts";
import { type Outbound, OutboundError } from "#platform/net/outbound.ts";
import { retryAfter } from "#platform/net/retry-after.ts";
import { type Outcome, refused, retry } from "../delivery/outcome.ts";
import { reasons, unexpectedStatus } from "./reasons.ts";

export type AdapterDeps = Pick<Deps, "config" | "clock"> & { readonly outbound: Outbound };

type Post = {
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object that is sent as JSON, or the bytes of an encrypted message. */
  readonly body: object | Uint8Array<ArrayBuffer>;
  /** Meanings of statuses at this service. All other statuses have the same meaning at every service. */
  readonly failures: Readonly<Record<number, Outcome>>;
  readonly signal: AbortSignal;
};

/** Sends a request. Never rejects. Ignores the response's body, which could reveal data of the local network. */
export async function post(
  { outbound, clock }: AdapterDeps,
  { address, headers, body, failures, signal }: Post,
): Promise<Outcome> {
  const now = clock();
  const content =
    body instanceof Uint8Array
      ? { headers: { ...headers }, body }
      : { headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
  try {
    const { status, headers: given } = await outbound(address, { method: "POST", ...content, maxBytes: 0, signal });
    const failure = failures[status];
    return failure ? { ...failure, status } : outcomeOf(status, retryAfter(given, now));
  } catch (error) {
    const fault = error instanceof OutboundError ? error.kind : "failed";
    if (fault === "refused") return refused(reasons.privateAddress);
    return retry(fault === "timeout" ? reasons.slow : fault === "aborted" ? reasons.stopped : reasons.unreachable);
  }
}

function outcomeOf(status: number, afterMs: number | null): Outcome {
  if (status >= 200 && status < 300) return { kind: "ok", status };
  if (status === 429 || status === 503) return retry(reasons.busy, { status, afterMs });
  if (status === 408 || status >= 500) return retry(unexpectedStatus(status), { status, afterMs });
  return refused(status === 413 ? reasons.tooLarge : unexpectedStatus(status), { status });
}
