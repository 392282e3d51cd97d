/**
 * Requests that the server makes of itself, such as an MCP tool's. The mark lies beside the request and not in it, so that
 * nothing that is sent from outside can pass for one.
 */
import type { Allowance } from "../auth/rate-limit.ts";

/** What such a request inherits from the one it is made for. */
export type Inside = {
  /** Of the client. */
  readonly address: string;
  /** What was taken for the whole: it takes no token of its own. */
  readonly allowance: Allowance;
};

const marks = new WeakMap<Request, Inside>();

/** Marks a request as the server's own; before it is handled. */
export function markInside(request: Request, inside: Inside): void {
  marks.set(request, inside);
}

/** What a request of the server's own inherits; undefined for one from outside. */
export function insideOf(request: Request): Inside | undefined {
  return marks.get(request);
}
