/** What a list's cover is, from its row. Pure. */
import type { Attribution } from "../../photos/provider.ts";
import type { ColorKeyName } from "../../wire.ts";

/** What a cover is made from: a list's columns. */
export type CoverRow = {
  readonly id: string;
  readonly colorKey: ColorKeyName | null;
  readonly coverFile: string | null;
  readonly coverHidden: number;
  readonly coverAttribution: string | null;
};

/** Degrees on the colour wheel. */
const hues: Readonly<Record<ColorKeyName, number>> = {
  coral: 10,
  tangerine: 30,
  sunshine: 48,
  leaf: 110,
  teal: 175,
  sky: 205,
  grape: 270,
  berry: 335,
};

/** The cover as it is answered. */
export function toCover(row: CoverRow) {
  const kind = row.coverFile === null ? "gradient" : row.coverAttribution === null ? "image" : "photo";
  return {
    kind: kind as "gradient" | "image" | "photo",
    hidden: row.coverHidden === 1,
    url: row.coverFile === null ? null : `/covers/${row.coverFile}`,
    gradient: gradientOf(row.id, row.colorKey),
    attribution: row.coverAttribution === null ? null : (JSON.parse(row.coverAttribution) as Attribution),
  };
}

/**
 * A gradient of two neighbouring hues, always the same for the same list: around its colour where it has one, else around a
 * hue of its own.
 */
export function gradientOf(id: string, colorKey: ColorKeyName | null): { from: string; to: string; angle: number } {
  const seed = fnv1a(id);
  const hue = colorKey === null ? seed % 360 : hues[colorKey] + ((seed % 17) - 8);
  const spread = 25 + ((seed >>> 9) % 30);
  return {
    from: toHex(hue, 0.6, 0.68),
    to: toHex(hue + spread, 0.55, 0.52),
    angle: (seed >>> 16) % 360,
  };
}

/** FNV-1a, 32 bits: the runtime's own hash may change with its version, and covers would change their colours. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** From hue (degrees), saturation and lightness (0 to 1) to `#rrggbb` (CSS Color 4 §7.1). */
function toHex(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const turn = (offset + (hue + 360) / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
