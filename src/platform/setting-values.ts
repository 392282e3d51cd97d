/** Parsers of the values of settings. All parsers throw `ConfigError`. */
import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { type PublicKey, parsePublicKey } from "#lib/minisign.ts";
import { isUuid } from "#lib/wire.ts";
import { parseRange } from "./auth/ip-address.ts";
import { repository } from "./version.ts";

export class ConfigError extends Error {
  constructor(
    message: string,
    readonly setting: string | null = null,
  ) {
    super(message);
  }
}

export function anyText(text: string): string {
  return text;
}

export function textOrNull(text: string): string | null {
  return text === "" ? null : text;
}

export function pathOrNull(text: string): string | null {
  if (text === "") return null;
  if (!isAbsolute(text) || text.includes("\0")) throw new ConfigError("must be an absolute path");
  return text;
}

export function pushContact(text: string): string | null {
  if (text === "") return null;
  if (/^mailto:[^@\s]+@[^@\s]+$/.test(text) || URL.parse(text)?.protocol === "https:") return text;
  throw new ConfigError("must be mailto:name@example.org, or an https:// address");
}

export function smtpUrl(text: string): string | null {
  if (text === "") return null;
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    throw new ConfigError("must be smtp://host or smtps://user:password@host");
  }
  return text;
}

export function integer(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d{1,10}$/.test(text) || value < least || value > most) {
      throw new ConfigError(`must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
}

export function oneOf<const Choice extends string>(...choices: Choice[]) {
  return (text: string): Choice => {
    const choice = choices.find((each) => each === text);
    if (choice === undefined) throw new ConfigError(`must be one of ${choices.join(", ")}`);
    return choice;
  };
}

export function wallTimeOrOff(text: string): string | null {
  if (text === "off") return null;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new ConfigError("must be a time such as 03:30, or off");
  return text;
}

export function list<T>(item: (text: string) => T) {
  return (text: string): T[] =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(item);
}

export function baseUrl(text: string): string {
  const url = URL.parse(text);
  const isOrigin = url && url.search + url.hash + url.username + url.password === "" && url.pathname === "/";
  if (!isOrigin || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError("must be http:// or https:// with a host and no path");
  }
  return url.origin;
}

export function addressBelow(text: string): string | null {
  if (text === "") return null;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new ConfigError("must be http:// or https:// with a host, and a path where there is one");
  }
  return url.href.replace(/\/+$/, "");
}

export function secret(text: string): string {
  if (!/^[\x21-\x7e]*$/.test(text)) throw new ConfigError("must be printable ASCII without blanks");
  return text;
}

export function origin(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text) {
    throw new ConfigError("must be origins such as https://home.example, without a path");
  }
  return text;
}

export function originOrPrivate(text: string): string {
  return text === "private" ? text : origin(text);
}

export function hostName(text: string): string {
  if (!/^[a-z0-9.-]+$/i.test(text)) throw new ConfigError("must be host names without port");
  return text.toLowerCase();
}

export function imageLibrary(text: string): string | null {
  if (text === "") return null;
  const folder = resolve(text);
  if (!existsSync(folder)) throw new ConfigError("there is no such folder");
  const [addon] = new Bun.Glob("sharp-*/lib/*.node").scanSync(folder);
  if (addon === undefined) throw new ConfigError("must hold the unpacked image library (sharp-…/lib/….node)");
  return folder;
}

export function userId(text: string): number | null {
  return text === "" ? null : integer(1, 4_294_967_294)(text);
}

export function uuidOrNull(text: string): string | null {
  if (text !== "" && !isUuid(text)) throw new ConfigError("must be the id of a household");
  return text === "" ? null : text.toLowerCase();
}

export function range(text: string): string {
  parseRange(text);
  return text;
}

export const officialReleases = `${repository}/releases/latest/download`;

export function updateUrl(text: string): string {
  if (text === "") return officialReleases;
  const url = URL.parse(addressBelow(text) ?? "");
  const isHere = url !== null && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url?.protocol !== "https:" && !isHere) throw new ConfigError("must be https://, except on this machine");
  return url.href.replace(/\/+$/, "");
}

export function minisignKey(text: string): PublicKey | null {
  if (text === "") return null;
  try {
    return parsePublicKey(text);
  } catch {
    throw new ConfigError("must be a minisign public key, such as RWQ…");
  }
}
