/** Platforms for which Inglenook is built, and the packages with their native parts. */
import { join } from "node:path";
import { fetchPackage } from "./locked-packages.ts";

type Target = {
  readonly runtime: string;
  /** Path of the Bun runtime in its package. */
  readonly program: string;
  readonly images: readonly string[];
  readonly compile: Bun.Build.CompileTarget;
  readonly ending: "" | ".exe";
};

/** Platforms by name. The first two are tested at each change; the others are previews. */
export const targets: Readonly<Record<string, Target>> = {
  "linux-x64": {
    runtime: "@oven/bun-linux-x64",
    program: "bin/bun",
    images: ["@img/sharp-linux-x64", "@img/sharp-libvips-linux-x64"],
    compile: "bun-linux-x64",
    ending: "",
  },
  "linux-arm64": {
    runtime: "@oven/bun-linux-aarch64",
    program: "bin/bun",
    images: ["@img/sharp-linux-arm64", "@img/sharp-libvips-linux-arm64"],
    compile: "bun-linux-arm64",
    ending: "",
  },
  "darwin-arm64": {
    runtime: "@oven/bun-darwin-aarch64",
    program: "bin/bun",
    images: ["@img/sharp-darwin-arm64", "@img/sharp-libvips-darwin-arm64"],
    compile: "bun-darwin-arm64",
    ending: "",
  },
  "windows-x64": {
    runtime: "@oven/bun-windows-x64",
    program: "bin/bun.exe",
    // This package contains libvips.
    images: ["@img/sharp-win32-x64"],
    compile: "bun-windows-x64",
    ending: ".exe",
  },
};

export type CrossTarget = {
  readonly name: string;
  readonly ending: string;
  readonly compile: Bun.Build.CompileTarget;
  readonly runtime: string;
  /** Folders of the packages with sharp's addon and libvips. */
  readonly images: readonly string[];
};

/**
 * Fetches the packages that are needed to build for a platform.
 * @throws Error for an unknown platform, or if a package cannot be fetched or was changed
 */
export async function prepareTarget(name: string): Promise<CrossTarget> {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined;
  if (!target) throw new Error(`--target must be one of: ${Object.keys(targets).join(", ")}`);
  const { runtime, program, compile, ending } = target;
  const images: string[] = [];
  for (const each of target.images) images.push(await fetchPackage(each));
  return { name, ending, compile, images, runtime: join(await fetchPackage(runtime), program) };
}
