/** Modules that the page itself loads. Never `main.tsx`: it awaits chunks, which would then wait for it. */
const start = ["app.tsx", "shell/scheme.ts"];

/** Patterns of the dynamically imported modules, with the modules that are always loaded before or with them. */
const entryPatterns: Readonly<Record<string, readonly string[]>> = {
  "i18n/\\w+/(index|signed-out|later)\\.ts": start,
  "(routes|signed-out|ui/controls/emoji-picker)\\.tsx?": start,
  "writes\\.ts": [...start, "routes.tsx"],
  "shell/screens\\.ts": [...start, "routes.tsx", "writes.ts"],
};

/**
 * Merges chunks. Bun makes one for each set of entries that reach the same modules: 28 without this plugin, 21 with it.
 * Each entry therefore also imports what is loaded already, so that fewer sets differ.
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
