/** Reads saved pages in the form of MIME messages (RFC 2557), as browsers on Android write them. */

export type SavedPage = { readonly bytes: Uint8Array; readonly contentType: string; readonly address: string | null };

const maxHeaders = 65_536;
const maxParts = 200;
const maxNesting = 3;

/** Returns the first HTML part of a saved page. Null if the bytes are not a MIME message, or if no part is HTML. */
export function readMhtml(bytes: Uint8Array): SavedPage | null {
  const start = Buffer.from(bytes.subarray(0, maxHeaders)).toString("latin1");
  if (!/^[\w-]+:/.test(start) || !/^content-type:/im.test(start)) return null;
  return findHtml(Buffer.from(bytes).toString("latin1"), 0);
}

function findHtml(message: string, depth: number): SavedPage | null {
  const { headers, body } = splitMessage(message);
  const contentType = headers.get("content-type") ?? "";
  if (/^text\/html\b/i.test(contentType) || /^application\/xhtml\+xml\b/i.test(contentType)) {
    const decoded = decode(body, headers.get("content-transfer-encoding") ?? "");
    return decoded && { bytes: decoded, contentType, address: addressIn(headers) };
  }
  const boundary = /;\s*boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType);
  if (!/^multipart\//i.test(contentType) || !boundary || depth === maxNesting) return null;
  for (const part of partsOf(body, `--${boundary[1] ?? boundary[2]}`)) {
    const found = findHtml(part, depth + 1);
    if (found) return found.address ? found : { ...found, address: addressIn(headers) };
  }
  return null;
}

function splitMessage(message: string): { headers: Map<string, string>; body: string } {
  const end = /\r?\n\r?\n/.exec(message.slice(0, maxHeaders));
  const head = end ? message.slice(0, end.index) : "";
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== "" && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: end ? message.slice(end.index + end[0].length) : "" };
}

function* partsOf(body: string, delimiter: string): Generator<string> {
  let at = body.startsWith(delimiter) ? 0 : body.indexOf(`\n${delimiter}`) + 1;
  if (at === 0 && !body.startsWith(delimiter)) return;
  for (let count = 0; count < maxParts; count++) {
    const line = body.indexOf("\n", at);
    if (line < 0 || body.startsWith("--", at + delimiter.length)) return;
    const next = body.indexOf(`\n${delimiter}`, line);
    yield body.slice(line + 1, next < 0 ? undefined : next);
    if (next < 0) return;
    at = next + 1;
  }
}

function decode(body: string, encoding: string): Uint8Array | null {
  const name = encoding.toLowerCase();
  if (name === "base64") return Buffer.from(body, "base64");
  if (["", "7bit", "8bit", "binary"].includes(name)) return Buffer.from(body, "latin1");
  if (name !== "quoted-printable") return null;
  const joined = body.replace(/=[ \t]{0,80}\r?\n/g, "");
  const text = joined.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

function addressIn(headers: ReadonlyMap<string, string>): string | null {
  const address = headers.get("snapshot-content-location") ?? headers.get("content-location") ?? "";
  return /^https?:\/\//i.test(address) && address.length <= 2_000 ? address : null;
}
