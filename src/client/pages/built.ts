/**
 * Builds the app on the first request, if the server runs from source. In the binary, `scripts/web-plugin.ts` replaces
 * this module by the files of a finished build.
 */
import type { StaticFile } from "#platform/http/static.ts";

type BuiltApp = ReadonlyMap<string, StaticFile>;

const fastQuality = 5;

let building: Promise<BuiltApp> | null = null;

export function builtApp(): Promise<BuiltApp> {
  building ??= build().catch((error: unknown) => {
    building = null;
    throw error;
  });
  return building;
}

async function build(): Promise<BuiltApp> {
  const [{ buildApp }, { pack }] = await Promise.all([import("./build/app.ts"), import("./build/pack.ts")]);
  const packed = await pack((await buildApp()).files, fastQuality);
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
