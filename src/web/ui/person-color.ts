import type { ColorKeyName } from "#lib/wire.ts";

/** Name of a colour in the server's API. */
export type ColorKey = ColorKeyName;

/**
 * Colours as hex values, for a canvas or a gradient. The attribute `data-person` has no effect there. The values must
 * be the same as in people.css.
 */
export const personHex: Readonly<Record<ColorKey, string>> = {
  coral: "#f47c67",
  tangerine: "#f59b3d",
  sunshine: "#f1c232",
  leaf: "#72ba5f",
  teal: "#37aca0",
  sky: "#55a6e6",
  grape: "#a386e6",
  berry: "#e66ba2",
};

/**
 * Colour that is shown if the app does not know the name of a member's colour. Such a name comes from a newer server.
 */
const unknownHex = "#e98a5b";

/** Names of the colours in the order of the colour wheel. */
export const colorKeys: readonly ColorKey[] = Object.keys(personHex).filter(isColorKey);

/** Whether the app knows the name of a colour. A newer server may have further colours. */
export function isColorKey(key: string): key is ColorKey {
  return Object.hasOwn(personHex, key);
}

/**
 * Returns the attribute by which people.css sets `--person`, `--person-tint`, `--person-ink` and others. An unknown
 * name gets the default colour, ember.
 */
export function personAttributes(key: string | null | undefined): { "data-person"?: string } {
  return key ? { "data-person": key } : {};
}

/** Returns the initials of a name: "Anna Maria" → "AM", "mia" → "M". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const first = words[0] ?? "";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  return [first, last]
    .map((word) => [...word][0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

/**
 * Returns a CSS `background-image` with a stripe for each colour name in `keys`. `angle` is the direction of the CSS
 * gradient.
 */
export function stripesOf(keys: readonly string[], angle = "to bottom"): string {
  return `linear-gradient(${angle}, ${stopsOf(keys)})`;
}

/** Returns a CSS `background-image` of a disc with a sector for each colour name in `keys`. */
export function sectorsOf(keys: readonly string[]): string {
  return `conic-gradient(${stopsOf(keys)})`;
}

function stopsOf(keys: readonly string[]): string {
  const colors = keys.map((key) => (isColorKey(key) ? personHex[key] : unknownHex));
  const share = 100 / Math.max(colors.length, 1);
  return colors.map((color, index) => `${color} ${index * share}% ${(index + 1) * share}%`).join(", ");
}
