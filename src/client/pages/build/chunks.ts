/**
 * Modules that the page itself loads. Never add `main.tsx`, which waits for other chunks to load. If such a chunk
 * imported `main.tsx`, each would wait for the other.
 */
const start = ["app.tsx", "shell/scheme.ts"];

/**
 * Maps patterns of dynamically imported modules to the modules that are always loaded before them or at the same time.
 */
const entryPatterns: Readonly<Record<string, readonly string[]>> = {
  "i18n/\\w+/(index|signed-out|later)\\.ts": start,
  "(routes|signed-out|ui/controls/emoji-picker)\\.tsx?": start,
  "writes\\.ts": [...start, "routes.tsx"],
  "shell/screens\\.ts": [...start, "routes.tsx", "writes.ts"],
};

/**
 * Reduces the number of script chunks. Bun makes one chunk for each set of entries that import the same modules. This
 * plugin makes each entry also import the modules that are loaded before it, so that there are fewer different sets: 21
 * chunks instead of 28.
 */
export function mergeChunks(source: string): Bun.BunPlugin {
  return {
    name: "merge-chunks",
    setup(build) {
      for (const [pattern, earlier] of Object.entries(entryPatterns)) {
        build.onLoad({ filter: new RegExp(`^${RegExp.escape(source)}/${pattern}$`) }, async ({ path, loader }) => {
          const imports = earlier.map((file) => `import ${JSON.stringify(`${source}/${file}`)};`);
          return { contents: [await Bun.file(path).text(), ...imports].join("\n"), loader };
        });
      }
    },
  };
}
