/**
 * `bun run build`: builds the binary `dist/inglenook`, a single file with everything it needs. `--target linux-arm64`
 * builds `dist/inglenook-linux-arm64` for that platform.
 */
import { parseArgs } from "node:util";
import { buildBinary, packWeb } from "./binary.ts";
import { prepareTarget } from "./targets.ts";

const { values } = parseArgs({ options: { target: { type: "string" } } });
try {
  const target = values.target === undefined ? null : await prepareTarget(values.target);
  await buildBinary("dist", await packWeb(), target);
} catch (error) {
  console.error(`build: ${error instanceof AggregateError ? error.errors.join("\n") : error}`);
  process.exitCode = 1;
}
