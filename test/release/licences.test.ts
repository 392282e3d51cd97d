/** The licences of everything in the binary: complete, up to date, and shown by the program and the app. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Component, components } from "#server/licences.ts";
import manifest from "../../package.json" with { type: "json" };
import bunParts from "../../packaging/licences/bun.json" with { type: "json" };
import { collectNotices, componentsFile, componentsText, noticesFile } from "../../scripts/notices/notices.ts";
import { checkOwnTexts, parseOwnTexts, readOwnTexts } from "../../scripts/notices/own-texts.ts";
import { describePackage } from "../../scripts/notices/packages.ts";
import { bomOf } from "../../scripts/notices/sbom.ts";
import { household } from "../support/home/home.ts";
import { binary, emptyFolder, run } from "../support/home/program.ts";

const written = await Bun.file(noticesFile).text();

describe("THIRD_PARTY_NOTICES.txt", () => {
  // npm may install newer versions of indirect dependencies than bun.lock, from which the file was made.
  test("THIRD_PARTY_NOTICES.txt is up to date, or `bun run notices` must be run", async () => {
    const found = await collectNotices();
    const unversioned = (list: readonly Component[]) =>
      list.map(({ name, licence, isPackage }) => (isPackage ? { name, licence } : {}));
    expect(unversioned(found.components)).toEqual(unversioned(components));
    expect(found.components.filter(({ isPackage }) => !isPackage)).toEqual(
      components.filter(({ isPackage }) => !isPackage),
    );
    expect(await Bun.file(componentsFile).text()).toBe(componentsText(components));
    expect(found.text === written).toBe(componentsText(found.components) === componentsText(components));
  }, 60_000);

  test("THIRD_PARTY_NOTICES.txt names the direct dependencies in the versions of package.json", () => {
    const direct: Readonly<Record<string, string>> = manifest.dependencies;
    for (const { name, version, isPackage } of components) {
      const wanted = direct[name];
      if (isPackage && wanted !== undefined) expect(`${name} ${version}`).toBe(`${name} ${wanted}`);
    }
  });

  test("THIRD_PARTY_NOTICES.txt contains the texts of the licences LGPL, GPL, Apache and MPL", () => {
    for (const version of ["Version 2.1, February 1999", "Version 3, 29 June 2007"])
      expect(written).toMatch(new RegExp(`GNU LESSER GENERAL PUBLIC LICENSE\\s+${RegExp.escape(version)}`));
    expect(written).toMatch(/GNU LIBRARY GENERAL PUBLIC LICENSE\s+Version 2, June 1991/);
    for (const version of ["Version 2, June 1991", "Version 3, 29 June 2007"])
      expect(written).toMatch(new RegExp(`GNU GENERAL PUBLIC LICENSE\\s+${RegExp.escape(version)}`));
    for (const name of [
      "Apache License\\s+Version 2.0",
      "MOZILLA PUBLIC LICENSE",
      "Mozilla Public License Version 2.0",
    ])
      expect(written).toMatch(new RegExp(`^\\s*${name}`, "m"));
  });

  test("THIRD_PARTY_NOTICES.txt names the npm packages and the parts of the runtime and the image library", () => {
    const names = components.map(({ name }) => name);
    for (const name of ["elysia", "preact", "@fontsource-variable/figtree", "JavaScriptCore and WebKit", "libvips"])
      expect(names).toContain(name);
    expect(components.filter(({ isPackage }) => isPackage).length).toBeGreaterThan(30);
  });
});

describe("the runtime and the image library", () => {
  /** Libraries whose sources name neither a holder of the copyright nor an author. */
  const withoutHolder = ["Bun", "SQLite", "TigerBeetle (parts of its input and output)"];
  const holder = /(Copyrights?|\([cC]\)|©)[ :,]*(\([cC]\)|©|\d{4}|(the )?[A-Z]|in the )/;

  test("The notices of the runtime and the image library name the copyright holders or authors of each part", () => {
    const unnamed = readOwnTexts().flatMap(({ libraries, text }) =>
      libraries.filter(({ lines }) => !(holder.test(`${lines}\n${text}`) || /^Author/m.test(`${lines}\n${text}`))),
    );
    expect(unnamed.map(({ name }) => name)).toEqual(withoutHolder);
  });

  test("THIRD_PARTY_NOTICES.txt contains all licence texts of the parts of the runtime and the image library", () => {
    for (const { libraries, text } of readOwnTexts()) {
      expect(written).toContain(`\n\n${text}\n`);
      for (const { name, lines } of libraries) expect(written).toContain(`--- ${name}\n${lines}`);
    }
  });

  test("The notices of the runtime list each library for which this Bun reports a version", () => {
    const others = "node bun openssl zig v8 uv napi unicode modules".split(" ");
    const reported = Object.keys(process.versions).filter((key) => !others.includes(key));
    expect(bunParts.flatMap(({ key }) => (key && key !== "bun" ? [key] : [])).sort()).toEqual(reported.sort());
  });

  test("The notices of the runtime and the image library list what Bun's own page on licences lists", async () => {
    const page = await Bun.file(join(import.meta.dir, "../../node_modules/bun-types/docs/project/license.mdx")).text();
    const named = [...page.matchAll(/^\|.*?\[`(?:lib)?(.+?)`\]/gm)].map(([, name = ""]) => name.toLowerCase());
    expect(named.length).toBeGreaterThan(40);
    const known = components.map(({ name }) => name.replace(/^lib/, "").toLowerCase());
    // It calls picohttpparser "picohttp".
    expect(named.filter((each) => !known.some((name) => name.startsWith(each)))).toEqual([]);
  });

  test("Several libraries in the notices can share a licence text and still have separate copyright lines", () => {
    expect(parseOwnTexts("=== one\n(c) A\n=== two\n\nSome\n\ntext\n\n=== three\n\nOther\n")).toEqual([
      {
        libraries: [
          { name: "one", lines: "(c) A" },
          { name: "two", lines: "" },
        ],
        text: "Some\n\ntext",
      },
      { libraries: [{ name: "three", lines: "" }], text: "Other" },
    ]);
  });

  test("The program that reads the licence texts refuses a library without a text, and a text without a library", () => {
    const texts = parseOwnTexts("=== one\n\nSome text\n");
    expect(() => checkOwnTexts(["one", "two"], texts)).toThrow(
      'two: no licence text in packaging/licences/native, add it below "=== <name>"',
    );
    expect(() => checkOwnTexts([], texts)).toThrow("one: not in the binary, remove from packaging/licences");
  });
});

describe("a bundled package", () => {
  function packageWith(files: Record<string, string>) {
    const folder = join(emptyFolder(), "some");
    mkdirSync(folder);
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "@some/one", version: "1.0.0", license: "MIT" }),
    );
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }

  test("A bundled package without a licence text is refused, with the name of the file to add", () => {
    expect(() => describePackage(packageWith({ "README.md": "MIT" }))).toThrow(
      "@some/one 1.0.0 is in the bundle without a licence text: store it as packaging/licences/packages/@some-one.txt",
    );
  });

  test("A bundled package without its own licence text gets a stored licence text", () => {
    const stored = emptyFolder();
    writeFileSync(join(stored, "@some-one.txt"), "A licence\n");
    expect(describePackage(packageWith({}), stored).text).toBe("A licence");
  });

  test("A bundled package with a licence and a notice gets both texts", () => {
    const folder = packageWith({ "LICENSE.md": "A licence\r\n", NOTICE: "A notice", "licenses.ts": "code" });
    expect(describePackage(folder).text).toBe("A licence\n\nA notice");
  });
});

describe("the licences", () => {
  test("The command that prints the licences ends without an error if a pager closes the output early", async () => {
    const line = `'${await binary()}' licences | head -1`;
    const child = Bun.spawn(["bash", "-o", "pipefail", "-c", line], { stdout: "pipe", stderr: "pipe" });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect({ err, code: await child.exited }).toEqual({ err: "", code: 0 });
    expect(out).toStartWith("Inglenook contains the work of others.");
  });

  test("The program prints the licences", async () => {
    expect((await run(["licences"])).out).toBe(written.endsWith("\n") ? written : `${written}\n`);
    expect((await run(["licences", "--json"])).json()).toEqual(components);
  });

  test("The program also prints the licences when it runs from source", async () => {
    expect((await run(["licences"], { isSource: true })).out).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
  });

  test("The server sends the licences to the app", async () => {
    const home = await household();
    const response = await home.server.handle(new Request("http://localhost/licences.txt"));
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(written);
  });
});

test("The bill of materials follows CycloneDX, and each component has a unique reference", () => {
  const bom = bomOf(components, "1.2.3", "1.2.3+abc");
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(bom.components.map((each) => each["bom-ref"])).size).toBe(components.length);
  const figtree = bom.components.find(({ name }) => name === "@fontsource-variable/figtree");
  expect(figtree?.purl).toMatch(/^pkg:npm\/%40fontsource-variable\/figtree@\d/);
});
