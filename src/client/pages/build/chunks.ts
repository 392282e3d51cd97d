/** What the page itself loads. Never `main.tsx`: it awaits parts, which would then wait for it. */
const start = ["app.tsx", "shell/scheme.ts"];

/** The dynamically imported modules as patterns, with what is always loaded before or with them. */
const parts: Readonly<Record<string, readonly string[]>> = {
  "i18n/\\w+/(index|signed-out|later)\\.ts": start,
  "(routes|signed-out|ui/controls/emoji-picker)\\.tsx?": start,
  "writes\\.ts": [...start, "routes.tsx"],
  "shell/screens\\.ts": [...start, "routes.tsx", "writes.ts"],
};

/**
 * Bun makes a chunk for each set of entries that reach the same modules: without this, 28 instead of 21. So each part also
 * imports what is there already; then fewer sets differ.
 */
export function mergeChunks(source: string): Bun.BunPlugin {
  return {
    name: "merge-chunks",
    setup(build) {
      for (const [part, earlier] of Object.entries(parts)) {
        build.onLoad({ filter: new RegExp(`^${RegExp.escape(source)}/${part}$`) }, async ({ path, loader }) => {
          const imports = earlier.map((file) => `import ${JSON.stringify(`${source}/${file}`)};`);
          return { contents: [await Bun.file(path).text(), ...imports].join("\n"), loader };
        });
      }
    },
  };
}
