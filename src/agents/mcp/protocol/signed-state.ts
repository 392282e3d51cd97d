import { Signer } from "#lib/signer.ts";

/** Claims of a signed state. `id` is the subject; `expiresAt` is in milliseconds since 1970. */
type StateClaims = {
  readonly tool: string;
  readonly keyId: string;
  readonly id: string;
  readonly expiresAt: number;
};

/** Signs states with a secret that exists only as long as the process runs. */
export class StateSigner {
  private readonly signer = new Signer();

  sign(sealed: StateClaims): string {
    return `${sealed.expiresAt}.${this.signer.sign(textOf(sealed))}`;
  }

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
