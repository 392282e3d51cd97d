import { readFileSync } from "node:fs";
import { messageOf } from "#lib/errors.ts";
import {
  addressBelow,
  anyText,
  baseUrl,
  ConfigError,
  hostName,
  imageLibrary,
  integer,
  list,
  minisignKey,
  oneOf,
  origin,
  originOrPrivate,
  pathOrNull,
  pushContact,
  range,
  secret,
  smtpUrl,
  textOrNull,
  updateUrl,
  userId,
  uuidOrNull,
  wallTimeOrOff,
} from "./setting-values.ts";
import { releaseKey } from "./version.ts";

const photoSettings = ["openverse", "pexels", "unsplash", "folder", "off"] as const;

const logLevels = ["silent", "error", "info"] as const;
export type LogLevel = (typeof logLevels)[number];

export function baseUrlOf({ baseUrl: given, port, tls }: Pick<Config, "baseUrl" | "port" | "tls">): string {
  return given ?? `${tls === null ? "http" : "https"}://localhost:${port}`;
}

/** Returns the origin of `BASE_URL`, or else the one where the app was opened: phones cannot open `localhost`. */
export function originFor(config: Pick<Config, "baseUrl" | "port" | "tls">, { headers }: Request): string {
  return config.baseUrl ?? headers.get("origin") ?? baseUrlOf(config);
}

type Setting<T> = {
  /** The value if the setting is not set. The default is an empty text. */
  readonly default?: string;
  readonly help: string;
  /** Whether the value is secret: errors do not repeat it, and `NAME_FILE` may name a file that contains it. */
  readonly isSecret?: boolean;
  parse(text: string): T;
};

const declared = {
  PORT: { default: "4100", help: "port to listen on; 0 takes any free one", parse: integer(0, 65_535) },
  HOST: { default: "127.0.0.1", help: "address to listen on; 0.0.0.0 for the whole network", parse: anyText },
  DATA_DIR: { default: "./data", help: "folder of the database, pictures and backups", parse: anyText },
  BASE_URL: {
    help: "the server's own addresses, separated by commas (https://home.example,http://192.168.1.5:4100); the first is for links",
    parse: list(baseUrl),
  },
  TLS_CERT: { help: "file of a certificate with its chain, PEM; serves https on PORT", parse: textOrNull },
  TLS_KEY: { help: "file of the key of TLS_CERT, PEM", parse: textOrNull },
  ALLOWED_HOSTS: { help: "further host names that /mcp answers to, by commas", parse: list(hostName) },
  DEFAULT_PLAN: {
    default: "api",
    help: "plan of a new household: none, base or api",
    parse: oneOf("none", "base", "api"),
  },
  RATE_LIMIT_PER_MINUTE: {
    default: "300",
    help: "requests a minute for each caller",
    parse: integer(1, 1_000_000_000),
  },
  RATE_LIMIT_BURST: { default: "60", help: "requests a caller may make at once", parse: integer(1, 1_000_000_000) },
  DAV_RATE_LIMIT_PER_MINUTE: {
    default: "1200",
    help: "requests per minute for each calendar program",
    parse: integer(1, 1_000_000_000),
  },
  DAV_RATE_LIMIT_BURST: {
    default: "300",
    help: "requests a calendar program may make at once",
    parse: integer(1, 1_000_000_000),
  },
  PHOTO_PROVIDER: {
    default: "openverse",
    help: `where photos for covers come from: ${photoSettings.join(", ")}`,
    parse: oneOf(...photoSettings),
  },
  PEXELS_API_KEY: { help: "key for PHOTO_PROVIDER=pexels", isSecret: true, parse: secret },
  UNSPLASH_ACCESS_KEY: { help: "key for PHOTO_PROVIDER=unsplash", isSecret: true, parse: secret },
  PHOTO_BASE_URL: {
    help: "asks the photo provider there, inside the network too (a proxy)",
    parse: addressBelow,
  },
  CORS_ORIGINS: {
    help: "origins of other web pages that may call the API, by commas",
    parse: list(origin),
  },
  /** Addresses and CIDR ranges whose `X-Forwarded-…` headers are trusted. */
  TRUSTED_PROXIES: {
    help: "addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For counts, by commas",
    parse: list(range),
  },
  /** A time in the time zone of the first household. Null if nightly backups are turned off. */
  NIGHTLY_BACKUP: {
    default: "03:30",
    help: "when serve saves a backup by itself, local time; off for never",
    parse: wallTimeOrOff,
  },
  BACKUP_TO: {
    help: "an existing folder on another disk, to which nightly backups are copied",
    parse: pathOrNull,
  },
  AFTER_BACKUP: {
    help: "a program to run after each nightly backup, with the file's path as its argument",
    parse: pathOrNull,
  },
  DELIVERY: {
    default: "on",
    help: "off keeps reminders in the app, for a copy of the data",
    parse: oneOf("on", "off"),
  },
  /** The contact for push services. Null means a public address in `BASE_URL`. */
  PUSH_CONTACT: {
    help: "mailto: or https: address that push services may write to",
    parse: pushContact,
  },
  SMTP_URL: {
    help: "mail server for reminders: smtps://user:password@host or smtp://…",
    isSecret: true,
    parse: smtpUrl,
  },
  MAIL_FROM: { help: "sender of mails: Inglenook <home@example.org>", parse: textOrNull },
  NTFY_URLS: {
    default: "https://ntfy.sh",
    help: "ntfy servers that members may choose from, by commas; off for none",
    parse: (text) => (text === "off" ? [] : [...new Set(list(origin)(text))]),
  },
  APPRISE_URL: { help: "the household's Apprise API", parse: addressBelow },
  /** Origins in the home network to which the server may connect. `private` stands for every private address. */
  LAN_ORIGINS: {
    help: "origins inside the home that Inglenook may call, by commas; private for every private address",
    parse: list(originOrPrivate),
  },
  /** Further origins in the home network, from which the server may read followed calendars. */
  CALENDAR_ORIGINS: {
    help: "origins inside the home from which calendars may be followed, by commas; private for every private address",
    parse: list(originOrPrivate),
  },
  /** Further origins in the home network, from which the server may import recipes. */
  RECIPE_ORIGINS: {
    help: "origins inside the home from which recipes may be imported, by commas; private for every private address",
    parse: list(originOrPrivate),
  },
  /** The path of the key. Null means `calendar.key` in the data folder. */
  SECRET_KEY_FILE: {
    help: "file of the key that seals addresses of followed calendars; calendar.key in DATA_DIR if not set",
    parse: pathOrNull,
  },
  GOOGLE_BASE_URL: {
    help: "address below which Google's sign-in and calendars are, in place of Google's own; for tests",
    parse: addressBelow,
  },
  /** The token for requests of metrics. Null if metrics are turned off. */
  METRICS_TOKEN: {
    help: "turns /metrics on, for requests that bear this token",
    isSecret: true,
    parse: textOrNull,
  },
  UPDATE_URL: {
    help: "address below which the newest release is, in place of the project's on GitHub",
    parse: updateUrl,
  },
  /** The public key that verifies releases. Null if releases cannot be verified. */
  UPDATE_KEY: {
    default: releaseKey,
    help: "minisign public key that signs releases",
    parse: minisignKey,
  },
  /** The household whose owners operate this server. Null means the only household. */
  OPERATOR_HOUSEHOLD: {
    help: "id of the household whose owners run this server, where there are several",
    parse: uuidOrNull,
  },
  IMAGE_LIBRARY_DIR: {
    help: "folder of the unpacked image library, in place of the one inside the binary",
    parse: imageLibrary,
  },
  PUID: {
    help: "id of the user that a server started by root becomes, for the owner of a shared folder",
    parse: userId,
  },
  PGID: { help: "id of that user's group; the same number as PUID if left out", parse: userId },
  LOG_LEVEL: { default: "info", help: `how much to log: ${logLevels.join(", ")}`, parse: oneOf(...logLevels) },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof declared;

export const settings = Object.fromEntries(
  Object.entries(declared).map(([name, setting]) => [name, { default: "", ...setting }]),
) as { readonly [Name in SettingName]: (typeof declared)[Name] & { readonly default: string } };

/** The name of a setting in camel case: `dataDir` for `DATA_DIR`. */
type FieldName<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<FieldName<Rest>>}`
  : Lowercase<Name>;
type ParsedSettings = {
  readonly [Name in SettingName as FieldName<Name>]: ReturnType<(typeof settings)[Name]["parse"]>;
};

/** The values of all settings. Some settings are combined in one field. */
export type Config = Omit<ParsedSettings, "tlsCert" | "tlsKey" | "baseUrl" | "delivery"> & {
  /** Paths of a certificate and its key in PEM. Null for plain http, or if a proxy provides TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** The first address of `BASE_URL`, or null if `BASE_URL` is not set. */
  readonly baseUrl: string | null;
  /** Origins of the pages from which people may sign in and change data. */
  readonly origins: readonly string[];
  /** Whether reminders are sent through channels such as mail. Otherwise they appear in the app only. */
  readonly isDelivering: boolean;
};

/** Reads the settings from environment variables. Empty values count as absent. @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const names = Object.keys(settings) as SettingName[];
  const values = Object.fromEntries(names.map((name) => [fieldOf(name), readSetting(name, env)])) as ParsedSettings;
  const { tlsCert: cert, tlsKey: key, baseUrl: addresses, delivery, ...config } = values;
  if ((cert === null) !== (key === null)) {
    const [given, missing] = cert === null ? (["TLS_KEY", "TLS_CERT"] as const) : (["TLS_CERT", "TLS_KEY"] as const);
    throw new ConfigError(`${given} needs ${missing} too`, given);
  }
  const { photoProvider, puid, pgid } = config;
  const keys = [
    ["pexels", "PEXELS_API_KEY", config.pexelsApiKey],
    ["unsplash", "UNSPLASH_ACCESS_KEY", config.unsplashAccessKey],
  ] as const;
  const missing = keys.find(([provider, , key]) => provider === photoProvider && key === "");
  if (missing) throw new ConfigError(`PHOTO_PROVIDER=${photoProvider}: needs ${missing[1]}`, "PHOTO_PROVIDER");
  if (pgid !== null && puid === null) throw new ConfigError(`PGID=${pgid}: needs PUID`, "PGID");
  const tls = cert === null || key === null ? null : { cert, key };
  const origins = [...new Set(addresses)];
  return { ...config, tls, baseUrl: origins[0] ?? null, origins, isDelivering: delivery === "on" };
}

function fieldOf(name: SettingName): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function readSetting(name: SettingName, env: Readonly<Record<string, string | undefined>>): unknown {
  const { default: fallback = "", parse, isSecret = false }: Setting<unknown> = settings[name];
  try {
    return parse(env[name] || (isSecret && readSecretFile(env[`${name}_FILE`])) || fallback);
  } catch (error) {
    const shown = isSecret ? "…" : env[name];
    throw new ConfigError(`${name}=${shown}: ${messageOf(error)}`, name);
  }
}

/** Reads a secret from a file, as Docker and systemd provide it. @throws ConfigError */
function readSecretFile(path: string | undefined): string {
  if (!path) return "";
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new ConfigError(`the file ${path} cannot be read (${messageOf(error)})`);
  }
}

/** Returns warnings about misspelt settings. They are no errors: the variables may belong to another program. */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (name in settings || !env[name]) return [];
    const meant = Object.keys(settings).find((known) => isOneSlipAway(name, known));
    return meant ? [`${name} is not a setting. Did you mean ${meant}?`] : [];
  });
}

function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
