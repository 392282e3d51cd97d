/** Requests that the server makes of itself, such as those of an MCP tool. */
import type { Allowance } from "../auth/rate-limit.ts";

/** What such a request inherits from the one it is made for. */
export type Inherited = {
  /** The client's. */
  readonly address: string;
  /** Taken once for the outer request: an internal one takes no token. */
  readonly allowance: Allowance;
};

/** Only this process can make one: nothing in a request from outside can turn it into an instance. */
export class InternalRequest extends Request {
  constructor(
    url: string,
    init: RequestInit,
    readonly inherited: Inherited,
  ) {
    super(url, init);
  }
}
