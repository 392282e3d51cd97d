/** Requests that the server sends to itself. Requests from outside are never instances of this class. */
import type { ApiError } from "#lib/errors.ts";
import type { Allowance } from "../auth/rate-limit.ts";

export type Inherited = {
  readonly address: string;
  /** The rate limit of the request that caused this one. Internal requests take no tokens themselves. */
  readonly allowance: Allowance;
};

export class InternalRequest extends Request {
  /** Error that the response reports. Null if the request succeeded. */
  refusal: ApiError | null = null;

  constructor(
    url: string,
    init: RequestInit,
    readonly inherited: Inherited,
  ) {
    super(url, init);
  }
}
