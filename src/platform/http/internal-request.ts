/** Requests that the server sends to itself. Requests from outside are never instances. */
import type { Allowance } from "../auth/rate-limit.ts";

export type Inherited = {
  readonly address: string;
  /** The allowance of the outer request. Internal requests take no further tokens. */
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
