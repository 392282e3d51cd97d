/** Size limits of the app, so that it loads quickly on an old tablet and a slow network. */
import { expect, test } from "bun:test";
import { buildApp } from "#client/pages/build/app.ts";
import { bestQuality, pack } from "#client/pages/build/pack.ts";
import { type Script, withImports } from "#client/pages/build/scripts.ts";

const kB = 1_000;
const app = await buildApp();
const packed = await pack(app.files, bestQuality);

const wireSize = (address: string) => {
  const { br, identity } = packed.find((file) => file.address === address)!.bodies;
  return (br ?? identity).length;
};
const gzipSize = ({ file: { address } }: Script) => {
  const { gzip, identity } = packed.find((each) => each.address === address)!.bodies;
  return (gzip ?? identity).length;
};
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

/** Returns the scripts that contain only texts, of one language or of both. */
const textsOf = (language = "(en|de)") =>
  app.scripts.filter(({ modules }) => modules.some((file) => new RegExp(`^i18n/${language}/`).test(file)));

/**
 * Returns the scripts that Today needs: the entry script, the routes, their static imports and the first texts of a
 * language.
 */
function scriptsOfToday(language: string): readonly Script[] {
  const begun = app.scripts.filter(({ file }, index) => index === 0 || file.address.startsWith("/assets/routes-"));
  expect(begun).toHaveLength(2);
  return [
    ...withImports(app.scripts, begun),
    ...textsOf(language).filter(({ modules }) => modules.includes(`i18n/${language}/index.ts`)),
  ];
}

const sheets = packed.filter(({ type }) => type.startsWith("text/css")).map(({ address }) => address);
const font = packed.find(({ type }) => type.startsWith("font"))!.address;

test("The first load of the screen Today takes at most 100 kB in each language, including the font", () => {
  const sheet = sheets.find((address) => address.includes("/index-"))!;
  for (const language of ["en", "de"]) {
    const scripts = scriptsOfToday(language).map(({ file }) => file.address);
    expect(scripts[0]).toBe(app.scripts[0]!.file.address);
    expect(textsOf(language)).toHaveLength(4);
    const bytes = sum(["/", sheet, font, ...scripts].map(wireSize));
    expect({ language, bytes, isLight: bytes <= 100 * kB }).toMatchObject({ isLight: true });
  }
});

test("The screen Today loads at most 8 scripts", () => {
  const addresses = scriptsOfToday("en").map(({ file }) => file.address);
  expect({ addresses, isFew: addresses.length <= 8 }).toMatchObject({ isFew: true });
});

test("All scripts and the texts of one language together take at most 352 kB after compression with gzip", () => {
  const texts = textsOf();
  const common = app.scripts.filter((script) => !texts.includes(script));
  const bytes = sum(common.map(gzipSize)) + Math.max(...["en", "de"].map((each) => sum(textsOf(each).map(gzipSize))));
  expect(common.length).toBeGreaterThanOrEqual(2);
  expect({ bytes, isLight: bytes <= 352 * kB }).toMatchObject({ isLight: true });
});

test("The service worker, which browsers start for every reminder, takes at most 4 kB compressed with gzip", () => {
  const { gzip, identity } = packed.find(({ address }) => address === "/sw.js")!.bodies;
  const bytes = (gzip ?? identity).length;
  expect({ bytes, isLight: bytes <= 4 * kB }).toMatchObject({ isLight: true });
});

test("The first load of the screen Today has neither the styles nor the write declarations of other screens", () => {
  const modules = scriptsOfToday("en").flatMap((script) => script.modules);
  expect(modules).toContain("features/today/screen.tsx");
  const own = ["chores/model/completing.ts", "tasks/model/writes.ts"];
  const others = modules.filter((file) =>
    /^features\/.*(writ|batches|completing|answering|copying|groceries|upload)/.test(file),
  );
  expect(others.toSorted()).toEqual(own.map((file) => `features/${file}`));
  expect(modules).not.toContain("writes.ts");
  expect(modules).not.toContain("styles/later.css");
});

test("The build contains no development code, source maps or CSS for old browsers", () => {
  const text = (ending: string) =>
    packed
      .filter(({ address }) => address.endsWith(ending))
      .map(({ bodies }) => Buffer.from(bodies.identity).toString())
      .join("\n");
  expect(text(".js")).not.toMatch(/jsxDEV|react-stack-top-frame|process\.env|sourceMappingURL/);
  expect(text(".css")).not.toMatch(/--buncss|:lang\(|url\(["']?data:font/);
});

test("The first stylesheet declares the order of the cascade layers, and all styles are in layers", () => {
  const texts = sheets.map((address) =>
    Buffer.from(packed.find((file) => file.address === address)!.bodies.identity).toString(),
  );
  expect(texts).toHaveLength(2);
  expect(texts.filter((text) => text.startsWith("@layer reset,tokens,base,ui,screens;"))).toHaveLength(1);
  for (const text of texts)
    expect(text.replaceAll(/@font-face\s*\{[^}]*\}/g, "")).toMatch(/^(@layer [a-z,]+;|@layer [a-z]+\{)/);
});
