export const platforms = ["iphone", "mac", "android", "thunderbird", "gnome", "other"] as const;
export type Platform = (typeof platforms)[number];

export function isApple(platform: Platform): platform is "iphone" | "mac" {
  return platform === "iphone" || platform === "mac";
}

const systems: readonly (readonly [Platform, RegExp])[] = [
  ["iphone", /iPhone|iPad/],
  ["android", /Android/],
  ["mac", /Mac OS/],
  ["gnome", /Linux/],
];

/**
 * Returns the platform that the form suggests, which depends on the user agent of the browser. An unknown system, such
 * as Windows, gives `thunderbird`, because that calendar program runs there.
 */
export function platformOf(userAgent: string): Platform {
  return systems.find(([, mark]) => mark.test(userAgent))?.[0] ?? "thunderbird";
}

const clients = [
  ["DAVx⁵", /^DAVx5/],
  ["Thunderbird", /Thunderbird/],
  ["Evolution", /^Evolution/],
  ["iPhone, iPad", /^(iOS|iPadOS)\//],
  ["Mac", /^(macOS|Mac OS X|Mac_OS_X)\b|CalendarAgent/],
] as const;

/**
 * Returns the name of the calendar program that sends the user agent `userAgent`. If the program is unknown, returns
 * the name at the beginning of the user agent, without the version.
 */
export function clientName(userAgent: string): string {
  const known = clients.find(([, mark]) => mark.test(userAgent))?.[0];
  return known ?? userAgent.split(/[/(]/, 1)[0]?.trim().slice(0, 40) ?? "";
}

/** Returns a link that opens the login form of the Android app DAVx⁵. The link only supports HTTPS servers. */
export function davx5Link({ host, pathname }: URL, username: string, password: string): string {
  return `davx5://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}${pathname}`;
}
