/** `bun run build`: builds the single binary, `dist/inglenook`, with everything it needs. */
import { mkdirSync } from "node:fs";
import { buildApp } from "../src/pages/build/app.ts";
import { bestQuality, pack } from "../src/pages/build/pack.ts";
import { sharpPlugin } from "./sharp-plugin.ts";
import { webPlugin } from "./web-plugin.ts";

mkdirSync("dist", { recursive: true });
const web = await pack((await buildApp()).files, bestQuality);

const result = await Bun.build({
  entrypoints: ["src/main.ts"],
  // Ignore the working directory: load neither settings from a .env nor code from a bunfig.toml.
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
  // Elysia reads its handlers' source to learn which context they use; it would misread minified code.
  minify: false,
  // Bytecode halves the start time and adds 8 MB.
  bytecode: true,
  format: "esm",
  sourcemap: "none",
});

for (const log of result.logs) console.error(log);
if (!result.success) process.exit(1);
console.log(`dist/inglenook: ${(Bun.file("dist/inglenook").size / 1e6).toFixed(1)} MB`);
