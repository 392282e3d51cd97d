/**
 * The app's files by their addresses, its page as `/`. From source they are made at the first request and kept; the binary
 * has them inside: its build puts another module in place of this one (`.ci/web-plugin.ts`).
 */
import type { StaticFile } from "../http/static.ts";

/** What is at which address. */
export type BuiltApp = ReadonlyMap<string, StaticFile>;

/** Enough for a network at home, and ready in a fraction of the time that the best takes. */
const quickly = 5;

let building: Promise<BuiltApp> | null = null;

/** The files. @throws Error where the sources can't be built; the next call tries anew. */
export function builtApp(): Promise<BuiltApp> {
  building ??= build().catch((error: unknown) => {
    building = null;
    throw error;
  });
  return building;
}

async function build(): Promise<BuiltApp> {
  const [{ buildApp }, { pack }] = await Promise.all([import("./build/app.ts"), import("./build/pack.ts")]);
  const packed = await pack((await buildApp()).files, quickly);
  return new Map(
    packed.map(({ address, type, tag, bodies }) => {
      const { br, gzip, identity } = bodies;
      const readers = {
        identity: async () => identity,
        ...(gzip && { gzip: async () => gzip }),
        ...(br && { br: async () => br }),
      };
      return [address, { type, tag, bodies: readers }];
    }),
  );
}
