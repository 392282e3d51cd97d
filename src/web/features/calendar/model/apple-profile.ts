type Value = string | number | boolean | Value[] | { readonly [key: string]: Value };

/** Data of the calendar account that an Apple configuration profile adds to a phone or computer. The ids are UUIDs. */
type Account = {
  readonly id: string;
  readonly accountId: string;
  readonly memberId: string;
  readonly household: string;
  /** Web address of the CalDAV server. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
};

/** Returns a configuration profile for Apple devices with one CalDAV account. */
export function appleProfile({ id, accountId, memberId, household, url, username, password }: Account): string {
  const server = new URL(url);
  const isEncrypted = server.protocol === "https:";
  const identifier = `inglenook.${id}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    write({
      PayloadContent: [
        {
          CalDAVAccountDescription: household,
          CalDAVHostName: server.hostname,
          CalDAVPort: Number(server.port || (isEncrypted ? 443 : 80)),
          CalDAVPrincipalURL: `${server.pathname}${memberId}/`,
          CalDAVUseSSL: isEncrypted,
          CalDAVUsername: username,
          CalDAVPassword: password,
          PayloadDisplayName: household,
          PayloadIdentifier: `${identifier}.caldav`,
          PayloadType: "com.apple.caldav.account",
          PayloadUUID: accountId,
          PayloadVersion: 1,
        },
      ],
      PayloadDisplayName: household,
      PayloadIdentifier: identifier,
      PayloadType: "Configuration",
      PayloadUUID: id,
      PayloadVersion: 1,
    }),
    "</plist>",
    "",
  ].join("\n");
}

function write(value: Value): string {
  if (typeof value === "string") return `<string>${escapeXml(value)}</string>`;
  if (typeof value === "number") return `<integer>${value}</integer>`;
  if (typeof value === "boolean") return `<${value}/>`;
  if (Array.isArray(value)) return `<array>${value.map(write).join("")}</array>`;
  const entries = Object.entries(value).map(([key, each]) => `<key>${key}</key>${write(each)}`);
  return `<dict>\n${entries.join("\n")}\n</dict>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes a text for XML, and drops characters that XML 1.0 forbids. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>]/g, (each) => entities[each] ?? "");
}
