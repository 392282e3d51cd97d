import { BadSignatureError, type PublicKey, readSignature, type Signature, verifyFile } from "#lib/minisign.ts";
import type { Config } from "#platform/config.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import { createOutbound, type Outbound, OutboundError, type OutboundRequest } from "#platform/net/outbound.ts";
import { officialReleases } from "#platform/setting-values.ts";
import { repository } from "#platform/version.ts";

export type Release = {
  readonly version: string;
  /** SHA-256 in hex, by the names of its files. */
  readonly sums: ReadonlyMap<string, string>;
};

export type Place = Pick<Config, "updateUrl"> & { readonly updateKey: PublicKey; readonly outbound: Outbound };

const sumsName = "SHA256SUMS";
const signatureName = `${sumsName}.minisig`;
const mostSignatureBytes = 2_048;
const mostSumsBytes = 65_536;
const announced = /^inglenook v(\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,50})?)$/;

/** Only an address that the operator has set may be inside the home. */
export function outboundFor(updateUrl: string): Outbound {
  const isOwn = updateUrl !== officialReleases;
  return createOutbound({ allowedOrigins: isOwn ? [new URL(updateUrl).origin] : [], areHighPortsAllowed: isOwn });
}

export function notesUrl(version: string): string {
  return `${repository}/releases/tag/v${version}`;
}

export function isNewer(version: string, than: string): boolean {
  return Bun.semver.order(version, than) > 0;
}

/** Reads one file, which proves what it says. @throws OperatorError, OutboundError */
export async function findNewest(place: Place, signal?: AbortSignal): Promise<string> {
  return (await fetchSignature(place, signal)).version;
}

/** @throws OperatorError, OutboundError */
export async function findRelease(place: Place): Promise<Release> {
  const { version, signature } = await fetchSignature(place);
  const bytes = await fetchSmall(place, sumsName, { maxBytes: mostSumsBytes });
  trust(sumsName, () => verifyFile(bytes, signature, place.updateKey));
  const sums = new Map<string, string>();
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    const [, sum, name] = /^([0-9a-f]{64}) [ *]([\w.+~-]+)$/.exec(line) ?? [];
    if (sum !== undefined && name !== undefined) sums.set(name, sum);
  }
  return { version, sums };
}

/** @throws OperatorError unless the answer is 200; OutboundError. */
export async function fetchFile({ updateUrl, outbound }: Place, name: string, request: OutboundRequest) {
  const address = `${updateUrl}/${name}`;
  const { status, bytes } = await outbound(address, request).catch((error: OutboundError) => {
    throw new OutboundError(`${address} can't be read: ${error.message}`, error.kind);
  });
  if (status === 200) return bytes;
  throw new OperatorError(`${address} answered ${status}`, "Try again later, or check UPDATE_URL.");
}

async function fetchSignature(place: Place, signal?: AbortSignal): Promise<{ version: string; signature: Signature }> {
  const bytes = await fetchSmall(place, signatureName, { maxBytes: mostSignatureBytes, ...(signal && { signal }) });
  const signature = trust(signatureName, () => readSignature(new TextDecoder().decode(bytes), place.updateKey));
  const version = announced.exec(signature.comment)?.[1];
  if (version !== undefined) return { version, signature };
  throw new OperatorError(`${signatureName} is no signature of a release`, "Check UPDATE_URL and UPDATE_KEY.");
}

async function fetchSmall(place: Place, name: string, request: OutboundRequest): Promise<Uint8Array> {
  const bytes = await fetchFile(place, name, request);
  if (bytes.length > 0) return bytes;
  throw new OutboundError(`${name} is empty`);
}

function trust<T>(name: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof BadSignatureError)) throw error;
    const todo = "Nothing was changed. Try again in an hour; if it stays so, please report it.";
    throw new OperatorError(`the signature of the release is not to be trusted (${name}): ${error.message}`, todo);
  }
}
