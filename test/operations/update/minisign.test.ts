/** Signatures of minisign: its own ones, and those that are not to be trusted. */
import { describe, expect, test } from "bun:test";
import { parsePublicKey, readSignature, verifyFile } from "#lib/minisign.ts";
import { signer } from "../../support/releases.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Key and signature of the program minisign, for a file that contains `test`. */
const genuine = {
  key: "untrusted comment: minisign public key E7620F1842B4E81F\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3\n",
  legacy: `untrusted comment: signature from minisign secret key
RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSbXxwA=
trusted comment: timestamp:1555779966\tfile:test
QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==
`,
  prehashed: `untrusted comment: signature from minisign secret key
RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=
trusted comment: timestamp:1633700835\tfile:test\tprehashed
wLMDjy9FLAuxZ3q4NlEvkgtyhrr0gtTu6KC4KBJdITbbOeAi1zBIYo0v4iTgt8jJpIidRJnp94ABQkJAgAooBQ==
`,
};

describe("a signature that minisign made", () => {
  test.each([
    ["legacy", genuine.legacy, false, "timestamp:1555779966\tfile:test"],
    ["prehashed", genuine.prehashed, true, "timestamp:1633700835\tfile:test\tprehashed"],
  ])("A real signature by the program minisign is valid: %s", (_, text, isPrehashed, comment) => {
    const key = parsePublicKey(genuine.key);
    expect(key.id).toBe("E7620F1842B4E81F");
    const signature = readSignature(text, key);
    expect(signature).toMatchObject({ isPrehashed, comment });
    verifyFile(bytes("test"), signature, key);
    expect(() => verifyFile(bytes("Test"), signature, key)).toThrow("it is for another file");
  });

  test("A real signature by minisign is refused if the named kind of signature was changed", () => {
    const key = parsePublicKey(genuine.key);
    const exchanged = readSignature(genuine.legacy.replace("\nRWQ", "\nRUQ"), key);
    expect(() => verifyFile(bytes("test"), exchanged, key)).toThrow("it is for another file");
  });
});

describe("a signature", () => {
  const mine = signer();
  const key = parsePublicKey(mine.publicKey);
  const good = mine.sign("file", "inglenook v1.2.3");
  const [first, body = "", comment, global] = good.split("\n");

  test.each(["Ed", "ED"] as const)("A minisign signature of the kind %s is valid with any line ends", (kind) => {
    const text = mine.sign("file", "inglenook v1.2.3", kind);
    for (const each of [text, text.trimEnd(), text.replaceAll("\n", "\r\n")]) {
      const signature = readSignature(each, key);
      expect(signature.comment).toBe("inglenook v1.2.3");
      verifyFile(bytes("file"), signature, key);
    }
  });

  test.each([
    ["another trusted comment", good.replace("v1.2.3", "v1.2.4"), "its trusted comment was changed"],
    ["another key", signer().sign("file", "inglenook v1.2.3"), "it is by the key "],
    ["no trusted comment", `${first}\n${body}\n`, "it is not a minisign signature"],
    ["a second comment", `${good}trusted comment: more\n`, "it is not a minisign signature"],
    ["nothing", "", "it is not a minisign signature"],
    ["a page in its place", "<!DOCTYPE html><title>404</title>", "it is not a minisign signature"],
    ["a shorter body", [first, body.slice(0, -8), comment, global].join("\n"), "it is damaged"],
    ["a longer body", [first, `${body}AAAA`, comment, global].join("\n"), "it is damaged"],
    ["a blank in its body", [first, ` ${body}`, comment, global].join("\n"), "it is damaged"],
    ["no global signature", [first, body, comment, ""].join("\n"), "it is not|it is damaged"],
    ["an unknown kind", [first, `Qk${body.slice(2)}`, comment, global].join("\n"), "it is of an unknown kind"],
  ])("A minisign signature with %s is refused", (_, text, why) => {
    expect(() => readSignature(text, key)).toThrow(new RegExp(why));
  });

  test("A minisign signature of another file with the same trusted comment is refused", () => {
    expect(() => verifyFile(bytes("other"), readSignature(good, key), key)).toThrow("it is for another file");
  });
});

test.each([["RWQ"], ["not base64!"], [`RUQ${signer().publicKey.slice(3)}`], ["untrusted comment: key"]])(
  "The text %p is refused as a public key of minisign",
  (text) => {
    expect(() => parsePublicKey(text)).toThrow();
  },
);
