/** Protects the MCP endpoint against DNS rebinding. */
import { isIP } from "node:net";
import { forbidden, originMismatch } from "#lib/errors.ts";
import type { Config } from "#platform/config.ts";

/** Checks the hosts in the headers Host and Origin, ignoring ports. @throws ApiError 403 */
export function requireAllowedOrigin(
  headers: Headers,
  config: Pick<Config, "origins" | "allowedHosts" | "corsOrigins">,
): void {
  if (!isAllowedHost(hostNameOf(`http://${headers.get("host") ?? ""}`), config)) {
    throw forbidden("forbidden", "Host is not allowed: name it in ALLOWED_HOSTS");
  }
  const origin = headers.get("origin");
  if (origin === null || config.corsOrigins.includes(origin)) return;
  if (!/^https?:/.test(origin) || !isAllowedHost(hostNameOf(origin), config)) throw originMismatch();
}

function isAllowedHost(
  name: string | null,
  { origins, allowedHosts }: Pick<Config, "origins" | "allowedHosts">,
): boolean {
  if (name === null) return false;
  if (name === "localhost" || name.endsWith(".localhost") || isIP(name.replace(/^\[|\]$/g, "")) !== 0) return true;
  return allowedHosts.includes(name) || origins.some((origin) => hostNameOf(origin) === name);
}

/** Returns the host name without port and final dot. Returns null for an invalid address. */
function hostNameOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  return url.hostname.replace(/\.$/, "");
}
