/**
 * `bun run icons`: draws the logo, a fire in a hearth, as `icon.svg`, and converts it to the icon files that devices
 * need.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dir, "../src/web/icons");
const colours = { wall: "#b5482a", stone: "#fdf1e0", inside: "#55200f", flame: "#ff9f40", heart: "#ffe08a" };

const hearth = `
  <rect x="96" y="112" width="320" height="48" rx="16" fill="${colours.stone}"/>
  <path d="M128 176h256v216H128z" fill="${colours.stone}"/>
  <path d="M176 392V280a80 80 0 0 1 160 0v112z" fill="${colours.inside}"/>
  <path d="M256 232c10 34 52 54 52 104a52 52 0 0 1-104 0c0-28 16-42 26-58 4 14 10 20 18 24 0-26-2-46 8-70z" fill="${colours.flame}"/>
  <path d="M258 308c6 18 24 26 24 50a26 26 0 0 1-52 0c0-20 20-28 28-50z" fill="${colours.heart}"/>
  <rect x="80" y="384" width="352" height="40" rx="16" fill="${colours.stone}"/>`;

/**
 * Returns the logo as SVG in a square of 512 units. `radius` is the radius of its corners; `scale` is the size of the
 * hearth, where 1 is the usual size.
 */
function logo(radius: number, scale = 1): string {
  const shift = 256 * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <title>Inglenook</title>
  <rect width="512" height="512" rx="${radius}" fill="${colours.wall}"/>
  <g transform="translate(${shift} ${shift}) scale(${scale})">${hearth.replaceAll("\n", "\n  ")}
  </g>
</svg>
`;
}

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 144 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer();

/** Returns an ICO file with one PNG picture: header, one entry, the picture. */
function ico(picture: Uint8Array, size: number): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, picture]);
}

mkdirSync(folder, { recursive: true });
const rounded = logo(112);
// Maskable icons fill the square up to its edges and keep the drawing in its middle, because devices crop them.
const files: Readonly<Record<string, string | Uint8Array>> = {
  "icon.svg": rounded,
  "icon-192.png": await png(rounded, 192),
  "icon-512.png": await png(rounded, 512),
  "maskable-512.png": await png(logo(0, 0.82), 512),
  "apple-touch.png": await png(logo(0, 0.92), 180),
  "favicon.ico": ico(await png(rounded, 32), 32),
};
for (const [name, content] of Object.entries(files)) {
  await Bun.write(join(folder, name), content);
  console.log(`${name}: ${content.length} bytes`);
}
