import { BadSignatureError, type PublicKey, readSignature, type Signature, verifyFile } from "#lib/minisign.ts";
import type { Config } from "#platform/config.ts";
import { OperatorError } from "#platform/db/operator-error.ts";
import { createOutbound, type Outbound, OutboundError, type OutboundRequest } from "#platform/net/outbound.ts";
import { officialReleases } from "#platform/setting-values.ts";
import { repository } from "#platform/version.ts";

export type Release = {
  readonly version: string;
  /** SHA-256 hashes of the release's files in hex, by file name. */
  readonly sums: ReadonlyMap<string, string>;
};

export type ReleaseSource = Pick<Config, "updateUrl"> & { readonly updateKey: PublicKey; readonly outbound: Outbound };

const sumsName = "SHA256SUMS";
const signatureName = `${sumsName}.minisig`;
const maxSignatureBytes = 2_048;
const maxSumsBytes = 65_536;
const releaseComment = /^inglenook v(\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,50})?)$/;

/** Returns the client for releases. It may connect to the home network only if the operator has set the address. */
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

/** Returns the number of the newest version, which is read from a signed file. @throws OperatorError, OutboundError */
export async function findNewest(source: ReleaseSource, signal?: AbortSignal): Promise<string> {
  return (await fetchSignature(source, signal)).version;
}

export async function findRelease(source: ReleaseSource): Promise<Release> {
  const { version, signature } = await fetchSignature(source);
  const bytes = await fetchSmall(source, sumsName, { maxBytes: maxSumsBytes });
  withSignatureError(sumsName, () => verifyFile(bytes, signature, source.updateKey));
  const sums = new Map<string, string>();
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    const [, sum, name] = /^([0-9a-f]{64}) [ *]([\w.+~-]+)$/.exec(line) ?? [];
    if (sum !== undefined && name !== undefined) sums.set(name, sum);
  }
  return { version, sums };
}

/** Downloads a file of the release. @throws OperatorError if the status is not 200; OutboundError */
export async function fetchFile({ updateUrl, outbound }: ReleaseSource, name: string, request: OutboundRequest) {
  const address = `${updateUrl}/${name}`;
  const { status, bytes } = await outbound(address, request).catch((error: OutboundError) => {
    throw new OutboundError(`${address} can't be read: ${error.message}`, error.kind);
  });
  if (status === 200) return bytes;
  throw new OperatorError(`${address} answered ${status}`, "Try again later, or check UPDATE_URL.");
}

async function fetchSignature(
  source: ReleaseSource,
  signal?: AbortSignal,
): Promise<{ version: string; signature: Signature }> {
  const bytes = await fetchSmall(source, signatureName, { maxBytes: maxSignatureBytes, ...(signal && { signal }) });
  const signature = withSignatureError(signatureName, () =>
    readSignature(new TextDecoder().decode(bytes), source.updateKey),
  );
  const version = releaseComment.exec(signature.comment)?.[1];
  if (version !== undefined) return { version, signature };
  throw new OperatorError(`${signatureName} is no signature of a release`, "Check UPDATE_URL and UPDATE_KEY.");
}

async function fetchSmall(source: ReleaseSource, name: string, request: OutboundRequest): Promise<Uint8Array> {
  const bytes = await fetchFile(source, name, request);
  if (bytes.length > 0) return bytes;
  throw new OutboundError(`${name} is empty`);
}

function withSignatureError<T>(name: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof BadSignatureError)) throw error;
    const todo = "Nothing was changed. Try again in an hour; if it stays so, please report it.";
    throw new OperatorError(`the signature of the release is not to be trusted (${name}): ${error.message}`, todo);
  }
}
