import type { ColorKeyName } from "#lib/wire.ts";

/** CSS colour names that are most common in calendars (RFC 7986 §5.9). */
const names = (
  "red crimson tomato coral orange darkorange gold yellow green lime limegreen teal turquoise cyan aqua blue navy " +
  "royalblue dodgerblue skyblue purple indigo violet magenta fuchsia pink hotpink"
).split(" ");

/** Colours of the app. Each colour has the highest hue in degrees that belongs to the colour. */
const hues: readonly (readonly [to: number, key: ColorKeyName])[] = [
  [15, "coral"],
  [40, "tangerine"],
  [65, "sunshine"],
  [155, "leaf"],
  [185, "teal"],
  [245, "sky"],
  [290, "grape"],
  [345, "berry"],
  [360, "coral"],
];

/** Finds the app's nearest colour for `#RRGGBB`, Apple's `#RRGGBBAA` or a CSS name; null for greys and other texts. */
export function colorFrom(text: string): ColorKeyName | null {
  const name = text.trim().toLowerCase();
  const [, hex] =
    /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec((names.includes(name) && Bun.color(name, "hex")) || name) ?? [];
  if (hex === undefined) return null;
  const [red = 0, green = 0, blue = 0] = Buffer.from(hex, "hex");
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 24) return null;
  const sector =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  const hue = (sector * 60 + 360) % 360;
  return hues.find(([to]) => hue <= to)?.[1] ?? null;
}
