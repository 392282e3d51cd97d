const sessionName = "inglenook_session";
const deviceName = "inglenook_device";
const sessionSeconds = 30 * 24 * 3600;
const deviceSeconds = 400 * 24 * 3600;

export type CookieTokens = { readonly session: string | null; readonly device: string | null };

/**
 * Reads the tokens from the `Cookie` header. Over HTTPS only cookies with the prefix `__Host-` count, because sibling
 * subdomains cannot set such cookies.
 */
export function readCookies(header: string | null, isSecure: boolean): CookieTokens {
  if (header === null) return { session: null, device: null };
  const cookies = new Map<string, string>();
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  const read = (name: string) => cookies.get(nameFor(name, isSecure)) || null;
  return { session: read(sessionName), device: read(deviceName) };
}

/** Whether the cookies prove that the page uses HTTPS: browsers send `__Host-` cookies to HTTPS origins only. */
export function provesHttps(header: string | null): boolean {
  const has = (isSecure: boolean) => Object.values(readCookies(header, isSecure)).some((token) => token !== null);
  return has(true) && !has(false);
}

export function sessionCookie(token: string, isSecure: boolean): string {
  return write(sessionName, token, sessionSeconds, isSecure);
}

/** Returns cookies that end a session. A host's http and https origins share cookies, so both names must expire. */
export function expiredSessionCookies(): readonly string[] {
  const ended = "; HttpOnly; SameSite=Lax; Path=/";
  return [`${sessionName}=${ended}; Max-Age=0`, `${nameFor(sessionName, true)}=${ended}; Secure; Max-Age=0`];
}

export function deviceCookie(token: string, isSecure: boolean): string {
  return write(deviceName, token, deviceSeconds, isSecure);
}

function write(name: string, value: string, maxAge: number, isSecure: boolean): string {
  const secure = isSecure ? "; Secure" : "";
  return `${nameFor(name, isSecure)}=${value}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${maxAge}${secure}`;
}

function nameFor(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
