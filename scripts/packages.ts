/** Functions that the builds of the container image and of the Debian package share. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { prepareTarget, targets } from "./targets.ts";

export type Architecture = "amd64" | "arm64";

const nodeNames = { amd64: "x64", arm64: "arm64" } as const;

export const { version } = manifest;
export const notices = "THIRD_PARTY_NOTICES.txt";

/**
 * Returns the path of the Linux binary for an architecture. (`dist/inglenook` is for the machine that built it.)
 * @throws Error if the binary has not been built
 */
export function binaryFor(architecture: Architecture): string {
  const cross = `dist/inglenook-linux-${nodeNames[architecture]}`;
  if (existsSync(cross)) return cross;
  if (isOwn(architecture) && existsSync("dist/inglenook")) return "dist/inglenook";
  throw new Error(`${cross} is missing: bun run build --target linux-${nodeNames[architecture]}`);
}

/**
 * Returns the architectures in the arguments. Without arguments, returns those whose binary has been built.
 * @throws Error for an unknown architecture
 */
export function readArchitectures(args: readonly string[]): Architecture[] {
  const all = Object.keys(nodeNames) as Architecture[];
  const wrong = args.find((each) => !all.some((known) => known === each));
  if (wrong !== undefined) throw new Error(`unknown architecture ${wrong}; choose from ${all.join(", ")}`);
  if (args.length > 0) return all.filter((each) => args.includes(each));
  const built = all.filter((each) => {
    return existsSync(`dist/inglenook-linux-${nodeNames[each]}`) || (isOwn(each) && existsSync("dist/inglenook"));
  });
  if (built.length === 0) throw new Error("there is no program for Linux in dist/: bun run build");
  return built;
}

/**
 * Returns the folders of sharp's native libraries: those that are installed here, or fetched ones for another
 * architecture.
 */
export async function imageLibrary(architecture: Architecture): Promise<readonly string[]> {
  const name = `linux-${nodeNames[architecture]}`;
  if (!isOwn(architecture)) return (await prepareTarget(name)).images;
  return (targets[name]?.images ?? []).map((each) => join(import.meta.dir, "../node_modules", each));
}

/** Returns the paths of the licence texts that are installed with the program. */
export function licenceFiles(): string[] {
  return ["LICENSE", notices];
}

function isOwn(architecture: Architecture): boolean {
  return process.platform === "linux" && process.arch === nodeNames[architecture];
}
