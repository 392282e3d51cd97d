/** Removes the random keys of the parts of icons: these never move, and random text does not compress. It takes 2 kB (gzip). */
export const iconsWithoutKeys: Bun.BunPlugin = {
  name: "icons-without-keys",
  setup(build) {
    build.onLoad({ filter: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][^\\/]+\.mjs$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      return { contents: text.replaceAll(/, key: "\w+"/g, "").replace("__iconData.node;", ""), loader: "js" };
    });
  },
};
