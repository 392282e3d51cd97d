/** `bun run build`: builds the single binary, `dist/inglenook`, with everything it needs. */
import { mkdirSync } from "node:fs";
import { buildApp } from "../src/pages/build/app.ts";
import { bestQuality, pack } from "../src/pages/build/pack.ts";
import { buildProgram } from "./program.ts";
import { sharpPlugin } from "./sharp-plugin.ts";
import { webPlugin } from "./web-plugin.ts";

mkdirSync("dist", { recursive: true });
const web = await pack((await buildApp()).files, bestQuality);

await buildProgram("dist/inglenook", [sharpPlugin, await webPlugin(web)]);
console.log(`dist/inglenook: ${(Bun.file("dist/inglenook").size / 1e6).toFixed(1)} MB`);
