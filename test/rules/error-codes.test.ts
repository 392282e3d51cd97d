/** The codes of refusals, as the code gives them and as the documentation explains them. */
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { errorCodes } from "#lib/errors.ts";

const root = `${import.meta.dir}/../..`;
const declared = Object.entries(errorCodes).flatMap(([status, codes]) => codes.map((code) => `${code} ${status}`));

test("The page docs/errors.md explains every error code with its status, and no other codes", async () => {
  const text = await Bun.file(`${root}/docs/errors.md`).text();
  const rows = [...text.matchAll(/^\| (\d{3}) \| `(\w+)` \| (.+) \|$/gm)];
  expect(rows.map(([, status, code]) => `${code} ${status}`)).toEqual(declared);
  const meanings = rows.map(([, , , meaning]) => meaning);
  expect(new Set(meanings).size).toBe(declared.length);
});

test("Each error code has a single status", () => {
  const codes = Object.values(errorCodes).flat();
  expect(new Set(codes).size).toBe(codes.length);
});

test("The code of the server uses every declared error code", async () => {
  const paths = [...new Glob("src/**/*.ts").scanSync(root)].filter((path) => !path.startsWith("src/web/"));
  const sources = await Promise.all(paths.map((path) => Bun.file(`${root}/${path}`).text()));
  const source = sources.join("\n");
  const declaration = source.slice(source.indexOf("export const errorCodes"), source.indexOf("type CodesByStatus"));
  const rest = source.replace(declaration, "");
  const missing = Object.values(errorCodes)
    .flat()
    .filter((code) => !rest.includes(`"${code}"`));
  expect(missing).toEqual([]);
});
