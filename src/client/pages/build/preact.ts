/**
 * Bun plugin that replaces wouter's fallback for React 17, a CommonJS module that would load a second Preact.
 * Everything else that libraries import from `react` comes from Preact's own alias packages: see package.json.
 */
export const preactStore: Bun.BunPlugin = {
  name: "preact-store",
  setup(build) {
    build.onResolve({ filter: /^use-sync-external-store\// }, () => ({
      path: Bun.resolveSync("preact/compat", import.meta.dir),
    }));
  },
};
