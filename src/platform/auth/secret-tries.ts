import { addressBucket, TokenBuckets, tooManyRequests } from "./rate-limit.ts";

const perAccount = 5;
const perAddress = 20;

/** Bounds the wrong secrets that an account or an address may send in a minute. */
export class SecretTries {
  private readonly accounts = new TokenBuckets(perAccount, perAccount);
  private readonly addresses = new TokenBuckets(perAddress, perAddress);

  constructor(private readonly clock: () => Date) {}

  /** Whether a secret is right. Does not count checks that a full queue refused. @throws ApiError 429 */
  async isRight(
    { address }: { readonly address: string },
    account: string,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const now = this.clock().getTime(); // Later than the call: the body may have taken a minute.
    const tries = [
      [this.accounts, account],
      [this.addresses, addressBucket(address)],
    ] as const;
    for (const [buckets, name] of tries) {
      const allowance = buckets.peek(name, now);
      if (!allowance.allowed) throw tooManyRequests(allowance);
    }
    // Taken first and given back, so that concurrent tries count too.
    for (const [buckets, name] of tries) buckets.take(name, now);
    let isWrong = false;
    try {
      isWrong = !(await check());
      return !isWrong;
    } finally {
      if (!isWrong) for (const [buckets, name] of tries) buckets.refund(name);
    }
  }
}
