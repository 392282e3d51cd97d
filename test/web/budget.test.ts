/** What the app may weigh, so that it is there at once on an old tablet and a slow network. */
import { expect, test } from "bun:test";
import { buildApp } from "../../src/pages/build/app.ts";
import { bestQuality, pack } from "../../src/pages/build/pack.ts";
import { type Script, withImports } from "../../src/pages/build/scripts.ts";

const kB = 1_000;
const app = await buildApp();
const packed = await pack(app.files, bestQuality);

/** The scripts without which Today can't be shown: what begins, its own, and what these import at once. */
function scriptsOfToday(scripts: readonly Script[]): readonly Script[] {
  const begun = scripts.filter((script, index) => index === 0 || script.modules.some((file) => /^today\//.test(file)));
  return withImports(scripts, begun);
}

test("Today is 120 kB over the wire at most, the font included", () => {
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

test("all scripts together are 220 kB at most, compressed as every browser takes it", () => {
  const scripts = packed.filter(({ type }) => type.startsWith("text/javascript"));
  const bytes = scripts.reduce((sum, { bodies }) => sum + (bodies.gzip ?? bodies.identity).length, 0);
  expect(scripts.length).toBeGreaterThanOrEqual(2);
  expect({ bytes, isLight: bytes <= 220 * kB }).toMatchObject({ isLight: true });
});

test("what ships is made for production, and for browsers as they are", () => {
  const text = (ending: string) =>
    packed
      .filter(({ address }) => address.endsWith(ending))
      .map(({ bodies }) => Buffer.from(bodies.identity).toString())
      .join("\n");
  expect(text(".js")).not.toMatch(/jsxDEV|react-stack-top-frame|process\.env|sourceMappingURL/);
  expect(text(".css")).not.toMatch(/--buncss|:lang\(|url\(["']?data:font/);
});

test("the layers of the styles are in order before any of them has a rule", () => {
  const sheet = packed.find(({ address }) => address.endsWith(".css"))!;
  expect(Buffer.from(sheet.bodies.identity).toString()).toStartWith("@layer reset,tokens,base,ui,screens;");
});
