/** Preact has 11 kB, React 64. */
export const preactForReact: Bun.BunPlugin = {
  name: "preact",
  setup(build) {
    build.onResolve({ filter: /^(react|react-dom|scheduler|use-sync-external-store)(\/.*)?$/ }, ({ path }) => ({
      path: Bun.resolveSync(preactModule(path), import.meta.dir),
    }));
  },
};

function preactModule(path: string): string {
  if (path.startsWith("use-sync-external-store")) return "preact/compat";
  if (path === "scheduler") return "preact/compat/scheduler";
  if (path.startsWith("react/jsx-")) return path.replace("react/", "preact/");
  return path.replace(/^react(-dom)?/, "preact/compat");
}
