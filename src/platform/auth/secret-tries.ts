import { addressBucket, TokenBuckets, tooManyRequests } from "./rate-limit.ts";

const perAccount = 5;
const perAddress = 20;

/** Limits how many wrong secrets may be sent in a minute for one account or from one address. */
export class SecretTries {
  private readonly accounts = new TokenBuckets(perAccount, perAccount);
  private readonly addresses = new TokenBuckets(perAddress, perAddress);

  constructor(private readonly clock: () => Date) {}

  /** Whether a secret is correct. A check that throws, as when too many wait, is not counted. @throws ApiError 429 */
  async isRight(
    { address }: { readonly address: string },
    account: string,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const now = this.clock().getTime(); // The present time, because the body may have taken a minute to arrive.
    const tries = [
      [this.accounts, account],
      [this.addresses, addressBucket(address)],
    ] as const;
    for (const [buckets, name] of tries) {
      const allowance = buckets.peek(name, now);
      if (!allowance.allowed) throw tooManyRequests(allowance);
    }
    // Tokens are taken before the check and returned after a right secret, so that concurrent tries count too.
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
