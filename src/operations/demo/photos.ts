/**
 * Pictures of the demo, which `npm run pictures` creates. The demo's photo search returns these pictures and needs no
 * network.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Attribution } from "#lists/photos/model.ts";
import { newPictureName, storePicture } from "#platform/images/files.ts";
import beach from "./photos/beach-sunset-sea.webp" with { type: "file" };
import bicycle from "./photos/bicycle-ride-road.webp" with { type: "file" };
import cake from "./photos/birthday-cake-candles.webp" with { type: "file" };
import books from "./photos/books-reading-shelf.webp" with { type: "file" };
import bread from "./photos/bread-baking-kitchen.webp" with { type: "file" };
import tent from "./photos/camping-tent-night.webp" with { type: "file" };
import christmas from "./photos/christmas-tree-presents.webp" with { type: "file" };
import garden from "./photos/garden-flowers-spring.webp" with { type: "file" };
import market from "./photos/market-vegetables-tomatoes.webp" with { type: "file" };
import mountains from "./photos/mountains-lake-hiking.webp" with { type: "file" };
import snow from "./photos/snow-winter-snowman.webp" with { type: "file" };
import tools from "./photos/tools-workshop-hammer.webp" with { type: "file" };
import { householdName } from "./steps.ts";

/** Paths of the pictures by the search words that find them, because the build renames the files. */
const pictures: Readonly<Record<string, string>> = {
  "beach-sunset-sea": beach,
  "bicycle-ride-road": bicycle,
  "birthday-cake-candles": cake,
  "books-reading-shelf": books,
  "bread-baking-kitchen": bread,
  "camping-tent-night": tent,
  "christmas-tree-presents": christmas,
  "garden-flowers-spring": garden,
  "market-vegetables-tomatoes": market,
  "mountains-lake-hiking": mountains,
  "snow-winter-snowman": snow,
  "tools-workshop-hammer": tools,
};

export async function writeDemoPhotos(dataDir: string): Promise<void> {
  const folder = join(dataDir, "photos");
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(pictures)) {
    writeFileSync(join(folder, `${name}.webp`), await Bun.file(path).bytes());
  }
}

export type DemoCover = { readonly picture: string; readonly file: string; readonly attribution: Attribution | null };

/** Returns two covers with new file names. The pictures are ours and small, so they need not be decoded. */
export function nameDemoCovers(): Map<string, DemoCover> {
  const ours = { photographer: householdName, photographerUrl: null, photoUrl: null, license: null };
  return new Map([
    [
      "Packing for the mountains",
      { picture: mountains, file: newPictureName(), attribution: { provider: "folder", ...ours } },
    ],
    ["House projects", { picture: tools, file: newPictureName(), attribution: null }],
  ]);
}

export async function writeDemoCovers(
  dataDir: string,
  householdId: string,
  covers: ReadonlyMap<string, DemoCover>,
): Promise<void> {
  for (const { picture, file } of covers.values()) {
    await storePicture(dataDir, householdId, await Bun.file(picture).bytes(), file);
  }
}
