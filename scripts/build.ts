/** `bun run build`: the one binary, `dist/inglenook`, with everything it needs inside. */
import { mkdirSync } from "node:fs";
import { buildApp } from "../src/pages/build/app.ts";
import { bestQuality, pack } from "../src/pages/build/pack.ts";
import { sharpPlugin } from "./sharp-plugin.ts";
import { webPlugin } from "./web-plugin.ts";

mkdirSync("dist", { recursive: true });
const web = await pack((await buildApp()).files, bestQuality);

const result = await Bun.build({
  entrypoints: ["src/main.ts"],
  // Nothing of the folder it is started in: neither settings from a .env nor code from a bunfig.toml.
  compile: {
    outfile: "dist/inglenook",
    autoloadDotenv: false,
    autoloadBunfig: false,
    autoloadTsconfig: false,
    autoloadPackageJson: false,
  },
  define: { INGLENOOK_BUILD: JSON.stringify(crypto.randomUUID()) },
  target: "bun",
  plugins: [sharpPlugin, await webPlugin(web)],
  // Elysia reads its handlers' source to learn what they use; minified, some would be misread.
  minify: false,
  // Compiled beforehand, so that a start need not read all of it: half the time, for 8 MB more.
  bytecode: true,
  format: "esm",
  sourcemap: "none",
});

for (const log of result.logs) console.error(log);
if (!result.success) process.exit(1);
console.log(`dist/inglenook: ${(Bun.file("dist/inglenook").size / 1e6).toFixed(1)} MB`);
