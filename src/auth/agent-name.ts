/** The agent name that a request gives itself for the activity feed (contract section 3, Agent name). */
import { invalid } from "../errors.ts";
import { isStorable, lengthOf } from "../schema.ts";

const expected = "X-Agent-Name: must be 1 to 60 printable characters";
/** Controls, line breaks, unassigned and private code points, and the marks that turn text around (but not emoji joiners). */
const unprintable = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]/u;
const extended = /^UTF-8'[A-Za-z0-9-]*'(.*)$/i;

/**
 * The header's value as text: plain, raw UTF-8 (which the runtime hands over as Latin-1), or RFC 8187's `UTF-8''…` with
 * percent-encoding. Null where the header is absent.
 * @throws ApiError 400 where it is empty, longer than 60 code points or not printable.
 */
export function parseAgentName(header: string | null): string | null {
  if (header === null) return null;
  const name = decode(header).trim();
  const length = lengthOf(name);
  if (length < 1 || length > 60 || !isStorable(name) || unprintable.test(name)) throw invalid(expected);
  return name;
}

function decode(header: string): string {
  const encoded = extended.exec(header)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    throw invalid(expected);
  }
  return /[\u0080-\u00ff]/.test(header) ? fromUtf8(header) : header;
}

function fromUtf8(latin1: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(latin1, "latin1"));
  } catch {
    return latin1;
  }
}
