import { readFileSync } from "node:fs";
import { messageOf } from "#lib/errors.ts";
import type { PublicKey } from "#lib/minisign.ts";
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

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /**
   * Paths of a certificate and its key, both in PEM. Null if the server uses plain http, or if a proxy provides TLS.
   */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** The first address of `BASE_URL`, or null if `BASE_URL` is not set. */
  readonly baseUrl: string | null;
  /** Origins of the pages from which people may sign in and change data. */
  readonly origins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly defaultPlan: "none" | "base" | "api";
  readonly rateLimitPerMinute: number;
  readonly rateLimitBurst: number;
  readonly davRateLimitPerMinute: number;
  readonly davRateLimitBurst: number;
  readonly corsOrigins: readonly string[];
  /** Addresses and CIDR ranges whose `X-Forwarded-…` headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly photoProvider: PhotoSetting;
  readonly pexelsApiKey: string;
  readonly unsplashAccessKey: string;
  readonly photoBaseUrl: string | null;
  /**
   * The time of the nightly backup as `HH:MM`, in the time zone of the first household. Null if nightly backups are
   * turned off.
   */
  readonly nightlyBackup: string | null;
  readonly backupTo: string | null;
  readonly afterBackup: string | null;
  readonly logLevel: LogLevel;
  /** Whether reminders are sent through channels such as mail. Otherwise they appear in the app only. */
  readonly isDelivering: boolean;
  /**
   * The contact for push services, a `mailto:` or `https:` address. Null means that a public address in `BASE_URL` is
   * the contact.
   */
  readonly pushContact: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** Origins of the ntfy servers that members may use. */
  readonly ntfyUrls: readonly string[];
  readonly appriseUrl: string | null;
  /** Origins in the home network to which the server may connect. `private` stands for every private address. */
  readonly lanOrigins: readonly string[];
  /** Further origins in the home network, from which the server may read followed calendars. */
  readonly calendarOrigins: readonly string[];
  /** Further origins in the home network, from which the server may import recipes. */
  readonly recipeOrigins: readonly string[];
  /**
   * The file with the key that encrypts addresses of followed calendars. Null means `calendar.key` in the data folder.
   */
  readonly secretKeyFile: string | null;
  readonly googleBaseUrl: string | null;
  /** The token for reading `/metrics`, or null if metrics are turned off. */
  readonly metricsToken: string | null;
  /** The address under which the newest release of this program is published. */
  readonly updateUrl: string;
  /** The public key that verifies releases. Null if releases cannot be verified. */
  readonly updateKey: PublicKey | null;
  /** The household whose owners operate this server. Null means the only household. */
  readonly operatorHousehold: string | null;
  readonly imageLibraryDir: string | null;
  readonly puid: number | null;
  readonly pgid: number | null;
};

export const photoSettings = ["openverse", "pexels", "unsplash", "folder", "off"] as const;
export type PhotoSetting = (typeof photoSettings)[number];

export const logLevels = ["silent", "error", "info"] as const;
export type LogLevel = (typeof logLevels)[number];

export function baseUrlOf({ baseUrl: given, port, tls }: Pick<Config, "baseUrl" | "port" | "tls">): string {
  return given ?? `${tls === null ? "http" : "https"}://localhost:${port}`;
}

/**
 * Returns the origin for links: that of `BASE_URL`. If `BASE_URL` is not set, returns the address at which the person
 * has opened the app. A phone cannot open `localhost`.
 */
export function originFor(config: Pick<Config, "baseUrl" | "port" | "tls">, { headers }: Request): string {
  return config.baseUrl ?? headers.get("origin") ?? baseUrlOf(config);
}

type Setting<T> = {
  readonly default: string;
  readonly help: string;
  /**
   * Whether the value is secret. Error messages do not repeat a secret value, and the variable `NAME_FILE` may name a
   * file that contains the value.
   */
  readonly isSecret?: boolean;
  parse(text: string): T;
};

export const settings = {
  PORT: { default: "4100", help: "port to listen on; 0 takes any free one", parse: integer(0, 65_535) },
  HOST: { default: "127.0.0.1", help: "address to listen on; 0.0.0.0 for the whole network", parse: anyText },
  DATA_DIR: { default: "./data", help: "folder of the database, pictures and backups", parse: anyText },
  BASE_URL: {
    default: "",
    help: "the server's own addresses, separated by commas (https://home.example,http://192.168.1.5:4100); the first is for links",
    parse: list(baseUrl),
  },
  TLS_CERT: { default: "", help: "file of a certificate with its chain, PEM; serves https on PORT", parse: textOrNull },
  TLS_KEY: { default: "", help: "file of the key of TLS_CERT, PEM", parse: textOrNull },
  ALLOWED_HOSTS: { default: "", help: "further host names that /mcp answers to, by commas", parse: list(hostName) },
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
  PEXELS_API_KEY: { default: "", help: "key for PHOTO_PROVIDER=pexels", isSecret: true, parse: secret },
  UNSPLASH_ACCESS_KEY: { default: "", help: "key for PHOTO_PROVIDER=unsplash", isSecret: true, parse: secret },
  PHOTO_BASE_URL: {
    default: "",
    help: "asks the photo provider there, inside the network too (a proxy)",
    parse: addressBelow,
  },
  CORS_ORIGINS: {
    default: "",
    help: "origins of other web pages that may call the API, by commas",
    parse: list(origin),
  },
  TRUSTED_PROXIES: {
    default: "",
    help: "addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For counts, by commas",
    parse: list(range),
  },
  NIGHTLY_BACKUP: {
    default: "03:30",
    help: "when serve saves a backup by itself, local time; off for never",
    parse: wallTimeOrOff,
  },
  BACKUP_TO: {
    default: "",
    help: "an existing folder on another disk, to which nightly backups are copied",
    parse: pathOrNull,
  },
  AFTER_BACKUP: {
    default: "",
    help: "a program to run after each nightly backup, with the file's path as its argument",
    parse: pathOrNull,
  },
  DELIVERY: {
    default: "on",
    help: "off keeps reminders in the app, for a copy of the data",
    parse: oneOf("on", "off"),
  },
  PUSH_CONTACT: {
    default: "",
    help: "mailto: or https: address that push services may write to",
    parse: pushContact,
  },
  SMTP_URL: {
    default: "",
    help: "mail server for reminders: smtps://user:password@host or smtp://…",
    isSecret: true,
    parse: smtpUrl,
  },
  MAIL_FROM: { default: "", help: "sender of mails: Inglenook <home@example.org>", parse: textOrNull },
  NTFY_URLS: {
    default: "https://ntfy.sh",
    help: "ntfy servers that members may choose from, by commas; off for none",
    parse: (text) => (text === "off" ? [] : list(origin)(text)),
  },
  APPRISE_URL: { default: "", help: "the household's Apprise API", parse: addressBelow },
  LAN_ORIGINS: {
    default: "",
    help: "origins inside the home that Inglenook may call, by commas; private for every private address",
    parse: list(originOrPrivate),
  },
  CALENDAR_ORIGINS: {
    default: "",
    help: "origins inside the home from which calendars may be followed, by commas; private for every private address",
    parse: list(originOrPrivate),
  },
  RECIPE_ORIGINS: {
    default: "",
    help: "origins inside the home from which recipes may be imported, by commas; private for every private address",
    parse: list(originOrPrivate),
  },
  SECRET_KEY_FILE: {
    default: "",
    help: "file of the key that seals addresses of followed calendars; calendar.key in DATA_DIR if not set",
    parse: pathOrNull,
  },
  GOOGLE_BASE_URL: {
    default: "",
    help: "address below which Google's sign-in and calendars are, in place of Google's own; for tests",
    parse: addressBelow,
  },
  METRICS_TOKEN: {
    default: "",
    help: "turns /metrics on, for requests that bear this token",
    isSecret: true,
    parse: textOrNull,
  },
  UPDATE_URL: {
    default: "",
    help: "address below which the newest release is, in place of the project's on GitHub",
    parse: updateUrl,
  },
  UPDATE_KEY: {
    default: releaseKey,
    help: "minisign public key that signs releases",
    parse: minisignKey,
  },
  OPERATOR_HOUSEHOLD: {
    default: "",
    help: "id of the household whose owners run this server, where there are several",
    parse: uuidOrNull,
  },
  IMAGE_LIBRARY_DIR: {
    default: "",
    help: "folder of the unpacked image library, in place of the one inside the binary",
    parse: imageLibrary,
  },
  PUID: {
    default: "",
    help: "id of the user that a server started by root becomes, for the owner of a shared folder",
    parse: userId,
  },
  PGID: { default: "", help: "id of that user's group; the same number as PUID if left out", parse: userId },
  LOG_LEVEL: { default: "info", help: `how much to log: ${logLevels.join(", ")}`, parse: oneOf(...logLevels) },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;

/** Reads the settings from environment variables. Empty values count as absent. @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const read = <Name extends SettingName>(name: Name) => {
    const { default: fallback, parse, isSecret = false }: Setting<unknown> = settings[name];
    try {
      return parse(env[name] || (isSecret && readSecretFile(env[`${name}_FILE`])) || fallback) as ReturnType<
        (typeof settings)[Name]["parse"]
      >;
    } catch (error) {
      const shown = isSecret ? "…" : env[name];
      throw new ConfigError(`${name}=${shown}: ${messageOf(error)}`, name);
    }
  };
  const [cert, key] = [read("TLS_CERT"), read("TLS_KEY")];
  if ((cert === null) !== (key === null)) {
    const [given, missing] = cert === null ? (["TLS_KEY", "TLS_CERT"] as const) : (["TLS_CERT", "TLS_KEY"] as const);
    throw new ConfigError(`${given} needs ${missing} too`, given);
  }
  const origins = [...new Set(read("BASE_URL"))];
  const photoProvider = read("PHOTO_PROVIDER");
  const pexelsApiKey = read("PEXELS_API_KEY");
  const unsplashAccessKey = read("UNSPLASH_ACCESS_KEY");
  if (photoProvider === "pexels") requireKey(photoProvider, "PEXELS_API_KEY", pexelsApiKey);
  if (photoProvider === "unsplash") requireKey(photoProvider, "UNSPLASH_ACCESS_KEY", unsplashAccessKey);
  const puid = read("PUID");
  const pgid = read("PGID");
  if (pgid !== null && puid === null) throw new ConfigError(`PGID=${pgid}: needs PUID`, "PGID");
  return {
    port: read("PORT"),
    host: read("HOST"),
    dataDir: read("DATA_DIR"),
    tls: cert === null || key === null ? null : { cert, key },
    baseUrl: origins[0] ?? null,
    origins,
    allowedHosts: read("ALLOWED_HOSTS"),
    defaultPlan: read("DEFAULT_PLAN"),
    rateLimitPerMinute: read("RATE_LIMIT_PER_MINUTE"),
    rateLimitBurst: read("RATE_LIMIT_BURST"),
    davRateLimitPerMinute: read("DAV_RATE_LIMIT_PER_MINUTE"),
    davRateLimitBurst: read("DAV_RATE_LIMIT_BURST"),
    corsOrigins: read("CORS_ORIGINS"),
    trustedProxies: read("TRUSTED_PROXIES"),
    photoProvider,
    pexelsApiKey,
    unsplashAccessKey,
    photoBaseUrl: read("PHOTO_BASE_URL"),
    nightlyBackup: read("NIGHTLY_BACKUP"),
    backupTo: read("BACKUP_TO"),
    afterBackup: read("AFTER_BACKUP"),
    logLevel: read("LOG_LEVEL"),
    isDelivering: read("DELIVERY") === "on",
    pushContact: read("PUSH_CONTACT"),
    smtpUrl: read("SMTP_URL"),
    mailFrom: read("MAIL_FROM"),
    ntfyUrls: [...new Set(read("NTFY_URLS"))],
    appriseUrl: read("APPRISE_URL"),
    lanOrigins: read("LAN_ORIGINS"),
    calendarOrigins: read("CALENDAR_ORIGINS"),
    recipeOrigins: read("RECIPE_ORIGINS"),
    secretKeyFile: read("SECRET_KEY_FILE"),
    googleBaseUrl: read("GOOGLE_BASE_URL"),
    metricsToken: read("METRICS_TOKEN"),
    updateUrl: read("UPDATE_URL"),
    updateKey: read("UPDATE_KEY"),
    operatorHousehold: read("OPERATOR_HOUSEHOLD"),
    imageLibraryDir: read("IMAGE_LIBRARY_DIR"),
    puid,
    pgid,
  };
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

function requireKey(provider: PhotoSetting, name: SettingName, key: string): void {
  if (key === "") throw new ConfigError(`PHOTO_PROVIDER=${provider}: needs ${name}`, "PHOTO_PROVIDER");
}

/**
 * Returns warnings about environment variables that look like misspelt settings. These are not errors, because the
 * variables may belong to another program.
 */
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
