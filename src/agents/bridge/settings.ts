import { BlockList, isIP } from "node:net";

export const variables = {
  SERVICE_API_URL: "address of the household's API, ending in /v1 (https://home.example/v1); required",
  SERVICE_API_KEY: "API key of the household, fam_live_…; required",
  SERVICE_AGENT_NAME: "name shown in the household's activity feed [MCP agent]",
  SERVICE_TOOLSETS: "tools to offer: core, standard, full or groups; structured adds the structured form [full]",
} as const;

export type Settings = {
  readonly endpoint: string;
  readonly key: string;
  /** Name of the agent in the form of the header: ASCII text, or any other text in the encoding of RFC 8187. */
  readonly agentName: string;
  /** Toolsets that the client wants. Null if the server's default applies. */
  readonly toolsets: string | null;
};

/** Error for a setting that is missing or invalid. `message` never contains the value. */
export class SettingsError extends Error {}

/** Reads the settings from environment variables. An empty variable counts as missing. @throws SettingsError */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const read = (name: keyof typeof variables) => (env[name] ?? "").trim();
  return {
    endpoint: toEndpoint(read("SERVICE_API_URL")),
    key: toKey(read("SERVICE_API_KEY")),
    agentName: toHeader(read("SERVICE_AGENT_NAME") || "MCP agent"),
    toolsets: toToolsets(read("SERVICE_TOOLSETS")),
  };
}

function toEndpoint(text: string): string {
  if (text === "") throw new SettingsError("SERVICE_API_URL is required: the household's address, ending in /v1");
  const url = toUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError("SERVICE_API_URL must be an address such as https://home.example/v1");
  }
  if (url.username || url.password) throw new SettingsError("SERVICE_API_URL must not hold a name or password");
  const path = url.pathname.replace(/\/+$/, "");
  if (url.search || url.hash || !path.endsWith("/v1")) throw new SettingsError("SERVICE_API_URL must end in /v1");
  if (url.protocol === "http:" && !isPrivateHost(url.hostname)) {
    throw new SettingsError(
      "SERVICE_API_URL must use https://, except for this machine and private addresses: the key would travel unprotected",
    );
  }
  return `${url.origin}${path.replace(/\/v1$/, "")}/mcp`;
}

function toUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function toKey(text: string): string {
  if (text === "") throw new SettingsError("SERVICE_API_KEY is required: an API key of the household");
  if (!/^fam_live_[\x21-\x7e]+$/.test(text)) {
    throw new SettingsError("SERVICE_API_KEY must be a whole API key: fam_live_ and more characters, without spaces");
  }
  return text;
}

function toHeader(name: string): string {
  if ([...name].length > 60 || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) {
    throw new SettingsError("SERVICE_AGENT_NAME must be 1 to 60 printable characters");
  }
  const isPlain = /^[\x20-\x7e]+$/.test(name) && !/^UTF-8'/i.test(name);
  return isPlain ? name : `UTF-8''${percentEncode(name)}`;
}

/**
 * Returns the names of toolsets as they are written in the setting, or null if the setting is empty. Only the server
 * checks whether the toolsets exist.
 * @throws SettingsError if the setting is too long or has other characters than letters, commas and spaces
 */
function toToolsets(text: string): string | null {
  if (!/^[a-z, ]{0,200}$/i.test(text)) {
    throw new SettingsError("SERVICE_TOOLSETS must be names of toolsets, separated by commas");
  }
  return text === "" ? null : text;
}

/** Percent-encodes a text as RFC 8187 §3.2.1 requires. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10], // Carrier-grade NAT and WireGuard.
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv4");
}
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

/** Whether a host as in URLs is a private address, or a name that is never public (RFC 6761, RFC 6762, RFC 8375). */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const family = isIP(host);
  if (family !== 0) return privateNetworks.check(host, family === 4 ? "ipv4" : "ipv6");
  return host === "localhost" || /\.(localhost|local|home\.arpa)$/.test(host);
}
