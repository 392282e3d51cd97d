/** Size limits of the app, so that it loads quickly on an old tablet and a slow network. */
import { expect, test } from "bun:test";
import { buildApp } from "../../src/pages/build/app.ts";
import { bestQuality, pack } from "../../src/pages/build/pack.ts";
import { type Script, withImports } from "../../src/pages/build/scripts.ts";
import { languages } from "../../src/web/i18n/loaders.ts";

const kB = 1_000;
const app = await buildApp();
const packed = await pack(app.files, bestQuality);

/** Returns the scripts that Today needs: the entry script, the scripts of the screen, and their static imports. */
function scriptsOfToday(scripts: readonly Script[]): readonly Script[] {
  const begun = scripts.filter(
    (script, index) => index === 0 || script.modules.some((file) => /^features\/today\//.test(file)),
  );
  return withImports(scripts, begun);
}

test("Today transfers at most 120 kB, including the font", () => {
  const scripts = scriptsOfToday(app.scripts).map(({ file }) => file.address);
  const needed = packed.filter(({ address, type }) => {
    return address === "/" || scripts.includes(address) || /^(text\/css|font)/.test(type);
  });
  const sizes = needed.map(({ address, bodies }) => ({ address, bytes: (bodies.br ?? bodies.identity).length }));
  expect(sizes.map(({ address }) => address)).toContain(app.scripts[0]!.file.address);
  expect(sizes.some(({ address }) => address.endsWith(".css"))).toBe(true);
  expect(sizes.some(({ address }) => address.endsWith(".woff2"))).toBe(true);
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  expect({ bytes, isLight: bytes <= 120 * kB, sizes }).toMatchObject({ isLight: true });
});

test("all scripts are at most 215 kB with gzip in each language", () => {
  const scripts = packed.filter(({ type }) => type.startsWith("text/javascript"));
  const folderOf = (address: string) => {
    const modules = app.scripts.find(({ file }) => file.address === address)?.modules ?? [];
    return modules.map((module) => /^i18n\/(\w+)\//.exec(module)?.[1]).find(Boolean) ?? null;
  };
  const sizes = scripts.map(({ address, bodies }) => {
    return { folder: folderOf(address), bytes: (bodies.gzip ?? bodies.identity).length };
  });
  const folders = new Set(sizes.flatMap(({ folder }) => folder ?? []));
  expect([...folders].sort()).toEqual([...languages].sort());
  for (const language of folders) {
    const loaded = sizes.filter(({ folder }) => folder === null || folder === language);
    const bytes = loaded.reduce((sum, each) => sum + each.bytes, 0);
    expect({ language, bytes, isLight: bytes <= 215 * kB }).toMatchObject({ isLight: true });
  }
});

test("the build contains no development code, source maps or CSS for old browsers", () => {
  const text = (ending: string) =>
    packed
      .filter(({ address }) => address.endsWith(ending))
      .map(({ bodies }) => Buffer.from(bodies.identity).toString())
      .join("\n");
  expect(text(".js")).not.toMatch(/jsxDEV|react-stack-top-frame|process\.env|sourceMappingURL/);
  expect(text(".css")).not.toMatch(/--buncss|:lang\(|url\(["']?data:font/);
});

test("the stylesheet starts with the order of its cascade layers", () => {
  const sheet = packed.find(({ address }) => address.endsWith(".css"))!;
  expect(Buffer.from(sheet.bodies.identity).toString()).toStartWith("@layer reset,tokens,base,ui,screens;");
});
