import type { ColorKeyName } from "#lib/wire.ts";
import type { RowOf } from "#platform/db/statements.ts";
import type { list } from "#platform/db/tables.ts";
import type { PictureCopy } from "#platform/images/files.ts";
import type { Cover } from "../model.ts";

export type CoverColumns = Pick<RowOf<typeof list>, "coverFile" | "coverHidden" | "coverAttribution">;
type CoverRow = CoverColumns & Pick<RowOf<typeof list>, "id" | "colorKey">;

export const noCover: CoverColumns = { coverFile: null, coverHidden: 0, coverAttribution: null };

/** Returns the cover of a copied list: none if the original list got another picture in the meantime. */
export function copiedCover(original: CoverColumns, copy: PictureCopy | null): CoverColumns {
  const { coverFile, coverHidden, coverAttribution } = original;
  if (coverFile === null) return { ...noCover, coverHidden };
  return copy?.of === coverFile ? { coverFile: copy.file, coverHidden, coverAttribution } : noCover;
}

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

export function toCover({ id, colorKey, coverFile, coverHidden, coverAttribution }: CoverRow): Cover {
  return {
    kind: coverFile === null ? "gradient" : coverAttribution === null ? "image" : "photo",
    hidden: coverHidden === 1,
    url: coverFile === null ? null : `/covers/${coverFile}`,
    gradient: gradientOf(id, colorKey),
    attribution: coverAttribution === null ? null : JSON.parse(coverAttribution),
  };
}

/** Returns the gradient of a list without a picture. The gradient is always the same for the same list and colour. */
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

/** Returns the FNV-1a hash of a text. The runtime's own hash function may change between versions. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Converts a colour from HSL to hexadecimal RGB (CSS Color 4 §7.1). `hue` is in degrees. */
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
