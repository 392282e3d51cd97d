/**
 * Bun plugin that replaces a CommonJS module of wouter. That module is for React 17 and would load a second copy of
 * Preact. For everything else that libraries import from `react`, packages of Preact are installed under React's names:
 * see package.json.
 */
export const preactStore: Bun.BunPlugin = {
  name: "preact-store",
  setup(build) {
    build.onResolve({ filter: /^use-sync-external-store\// }, () => ({
      path: Bun.resolveSync("preact/compat", import.meta.dir),
    }));
  },
};
