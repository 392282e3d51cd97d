/**
 * Signed releases for tests: signs them with keys made here, in the format of minisign, and publishes them on a local
 * server.
 */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { afterAllTests } from "./home/clean-up.ts";

type Kind = "Ed" | "ED";

const base64 = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString("base64");

/** Makes a minisign key. `publicKey` is the second line of its `minisign.pub`. */
export function signer() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(String(publicKey.export({ format: "jwk" }).x), "base64url");
  const id = crypto.getRandomValues(new Uint8Array(8));
  return {
    publicKey: base64("Ed", id, raw),
    /** Returns the content of a `.minisig` file for a file. */
    sign(file: string | Uint8Array, comment: string, kind: Kind = "ED"): string {
      const content = Buffer.from(file as string);
      const signed = kind === "ED" ? createHash("blake2b512").update(content).digest() : content;
      const bytes = sign(null, signed, privateKey);
      const global = sign(null, Buffer.concat([bytes, Buffer.from(comment)]), privateKey);
      return `untrusted comment: signature\n${base64(kind, id, bytes)}\ntrusted comment: ${comment}\n${base64(global)}\n`;
    },
  };
}

export type Signer = ReturnType<typeof signer>;
type Files = Record<string, string | Uint8Array | Blob | (() => Response | Promise<Response>)>;

/** Name of the release binary for this machine. */
export const binaryName = `inglenook-${process.platform}-${process.arch}`;

/** Returns the files of a release whose binary has this content. */
export async function release(
  version: string,
  binary: string | Blob,
  { key, kind }: { key: Signer; kind?: Kind },
): Promise<Files> {
  const sum = new Bun.SHA256().update(await new Response(binary).bytes()).digest("hex");
  const sums = `${"0".repeat(64)}  inglenook-other\n${sum}  ${binaryName}\n`;
  return {
    [binaryName]: binary,
    SHA256SUMS: sums,
    "SHA256SUMS.minisig": key.sign(sums, `inglenook v${version}`, kind),
  };
}

/** Returns a shell script that only prints its version, as the content of a release binary. */
export const program = (version: string) => `#!/bin/sh\n[ "$*" = --version ] && echo ${version}\n`;

/** Serves files at `url`. `seen` has the requests that were made. */
export function publish(files: Files) {
  const seen: { method: string; path: string; headers: Record<string, string> }[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      seen.push({ method: request.method, path: `${pathname}${search}`, headers: request.headers.toJSON() });
      const file = files[pathname.replace("/latest/", "")];
      if (file === undefined) return new Response("Not found", { status: 404 });
      return typeof file === "function" ? file() : new Response(file as Blob);
    },
  });
  afterAllTests(() => void server.stop(true));
  return { url: `http://127.0.0.1:${server.port}/latest`, seen, stop: () => server.stop(true) };
}
