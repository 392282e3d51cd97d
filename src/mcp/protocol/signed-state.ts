import { Signer } from "../../lib/signer.ts";

/** What a signed state is valid for: one tool, one key and one subject (`id`) until an instant in epoch milliseconds. */
export type StateClaims = {
  readonly tool: string;
  readonly keyId: string;
  readonly id: string;
  readonly expiresAt: number;
};

/**
 * States that a client carries between two requests and cannot make or use for anything else. The secret ends with the process:
 * after a restart the client asks again.
 */
export class StateSigner {
  private readonly signer = new Signer();

  /** Returns a state to send. */
  sign(sealed: StateClaims): string {
    return `${sealed.expiresAt}.${this.signer.sign(textOf(sealed))}`;
  }

  /** True if this process made the state for exactly this use and it has not expired. */
  isValid(state: string, { tool, keyId, id }: Omit<StateClaims, "expiresAt">, now: number): boolean {
    const [expiry = "", signature = "", ...rest] = state.split(".");
    const expiresAt = Number(expiry);
    if (!Number.isSafeInteger(expiresAt) || expiresAt <= now || String(expiresAt) !== expiry || rest.length > 0) {
      return false;
    }
    return this.signer.isValid(textOf({ tool, keyId, id, expiresAt }), signature);
  }
}

function textOf({ tool, keyId, id, expiresAt }: StateClaims): string {
  return `${tool}\n${keyId}\n${id}\n${expiresAt}`;
}
