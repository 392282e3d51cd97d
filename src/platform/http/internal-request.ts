/** Requests from outside are never instances. */
import type { Allowance } from "../auth/rate-limit.ts";

export type Inherited = {
  readonly address: string;
  /** Taken once, for the outer request. */
  readonly allowance: Allowance;
};

export class InternalRequest extends Request {
  constructor(
    url: string,
    init: RequestInit,
    readonly inherited: Inherited,
  ) {
    super(url, init);
  }
}
