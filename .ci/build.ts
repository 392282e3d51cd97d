/** `bun run build`: the one binary, `dist/inglenook`, with everything it needs inside. */
import { mkdirSync } from "node:fs";

mkdirSync("dist", { recursive: true });

const result = await Bun.build({
  entrypoints: ["src/main.ts"],
  compile: { outfile: "dist/inglenook" },
  target: "bun",
  // Elysia reads its handlers' source to learn what they use; minified, some would be misread.
  minify: false,
  sourcemap: "none",
});

for (const log of result.logs) console.error(log);
if (!result.success) process.exit(1);
console.log(`dist/inglenook: ${(Bun.file("dist/inglenook").size / 1e6).toFixed(1)} MB`);
