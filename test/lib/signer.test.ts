import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { randomSecret, Signer } from "#lib/signer.ts";

describe("a signature", () => {
  test("A signature is HMAC-SHA-256 in base64url", () => {
    const secret = randomSecret();
    const expected = createHmac("sha256", secret).update("täxt").digest("base64url");
    expect(new Signer(secret).sign("täxt")).toBe(expected);
    expect(new Signer(secret, 22).sign("täxt")).toBe(expected.slice(0, 22));
  });

  test("A signature is valid only for its text and secret", () => {
    const signer = new Signer();
    const signature = signer.sign("text");
    expect(signer.isValid("text", signature)).toBe(true);
    expect(signer.isValid("texts", signature)).toBe(false);
    expect(new Signer().isValid("text", signature)).toBe(false);
    const last = signature.endsWith("A") ? "B" : "A";
    for (const other of ["", signature.slice(0, -1), `${signature}A`, signature.slice(0, -1) + last, "ü".repeat(43)]) {
      expect(signer.isValid("text", other)).toBe(false);
    }
  });
});
