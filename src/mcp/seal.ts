/** States that a client carries for us between two requests, which nobody else can make or move to another use. */
import { isSameToken } from "../auth/tokens.ts";

/** What a sealed state is good for: one tool, one key, one thing (`id`: what it is, and how it was put), until an instant in epoch milliseconds. */
export type Sealed = { readonly tool: string; readonly keyId: string; readonly id: string; readonly expiresAt: number };

/** HMAC-SHA-256 with a secret of this process: a state dies with it, and the person is asked again. */
export class StateSeal {
  private readonly secret = crypto.getRandomValues(new Uint8Array(32));

  /** A state as it is sent. */
  close({ tool, keyId, id, expiresAt }: Sealed): string {
    return `${expiresAt}.${this.signatureOf(`${tool}\n${keyId}\n${id}\n${expiresAt}`)}`;
  }

  /** True where this server closed that state for exactly this use, and it has not expired. */
  isValid(state: string, { tool, keyId, id }: Omit<Sealed, "expiresAt">, now: number): boolean {
    const expiresAt = Number(state.split(".", 1)[0]);
    if (!Number.isSafeInteger(expiresAt) || expiresAt <= now) return false;
    return isSameToken(state, this.close({ tool, keyId, id, expiresAt }));
  }

  private signatureOf(text: string): string {
    return new Bun.CryptoHasher("sha256", this.secret).update(text).digest("base64url");
  }
}
