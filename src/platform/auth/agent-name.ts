import { invalid } from "#lib/errors.ts";
import { isStorable, lengthOf } from "#lib/wire.ts";

const refused = (code: "out_of_range" | "invalid_value") =>
  invalid("X-Agent-Name", "must be 1 to 60 printable characters", code);
const unprintable = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Invisible characters, except joiners and tags, which emoji and some scripts need. */
const invisible = /(?!\u{200c}|\u{200d}|[\u{e0020}-\u{e007f}])\p{Cf}/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
const extended = /^UTF-8'[A-Za-z0-9-]*'(.*)$/i;

/** Returns the agent's name from `X-Agent-Name`, or null without the header. @throws ApiError 400 */
export function parseAgentName(header: string | null): string | null {
  if (header === null) return null;
  const name = decode(header).trim();
  if (name === "" || lengthOf(name) > 60) throw refused("out_of_range");
  const isPrintable = isStorable(name) && visible.test(name) && !unprintable.test(name) && !invisible.test(name);
  if (!isPrintable) throw refused("invalid_value");
  return name;
}

function decode(header: string): string {
  const encoded = extended.exec(header)?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    throw refused("invalid_value");
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
