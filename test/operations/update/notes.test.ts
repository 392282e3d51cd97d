/** Reading the changelog, detecting the kind of installation, and the commands of each kind. */
import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findInstallKind } from "#operations/host/install-kind.ts";
import { adviceFor, adviceText } from "#operations/update/advice.ts";
import { notesSince, parseChangelog } from "#operations/update/changelog.ts";
import { readConfig } from "#platform/config.ts";
import { version } from "#platform/version.ts";
import manifest from "../../../package.json" with { type: "json" };
import { readReleaseKey } from "../../../scripts/release-key.ts";
import { newPath, put } from "../../support/home/folders.ts";
import { signer } from "../../support/releases.ts";

const changelog = `# Changelog

Some words.

## [Unreleased]

### Added

- Not yet out

## [0.10.0] - 2027-02-01

### Added

- A thing with \`code\`, **weight** and a [link](https://example.org),
  on two lines
- Another

### Fixed

- A fault

## [0.9.0] - 2027-01-01

Only words.

## [0.1.0] - Not yet released

### Added

- All

[0.10.0]: https://example.org
`;

describe("the changelog", () => {
  test("The changelog is parsed into versions with groups of points without markup", () => {
    expect(parseChangelog(changelog)).toEqual([
      {
        version: "0.10.0",
        date: "2027-02-01",
        groups: [
          { name: "Added", points: ["A thing with `code`, weight and a link, on two lines", "Another"] },
          { name: "Fixed", points: ["A fault"] },
        ],
      },
      { version: "0.9.0", date: "2027-01-01", groups: [] },
      { version: "0.1.0", date: null, groups: [{ name: "Added", points: ["All"] }] },
    ]);
  });

  test("The changelog since a version contains the versions with higher numbers, up to a limit", () => {
    const since = (from: string | null, most = 5) => notesSince(from, most, changelog).map((each) => each.version);
    expect([since(null), since("0.1.0"), since("0.9.0"), since("0.10.0"), since("0.0.1", 2)]).toEqual([
      ["0.10.0"],
      ["0.10.0", "0.9.0"],
      ["0.10.0"],
      [],
      ["0.10.0", "0.9.0"],
    ]);
  });

  test("The changelog in the program begins with the version of the program", () => {
    expect(notesSince(null, 1)[0]).toMatchObject({ version });
  });
});

describe("an installation", () => {
  const at = (root: string) => join(root, "usr/bin/inglenook");

  test("The program recognises whether it was installed from source, as a binary, a package or an image", () => {
    expect(findInstallKind(null)).toBe("source");
    expect(findInstallKind("/usr/local/bin/inglenook")).toBe("binary");
    const packaged = newPath();
    put(packaged, "var/lib/dpkg/info/inglenook.list", "/usr/bin/inglenook\n");
    expect(findInstallKind(at(packaged), packaged)).toBe("package");
    const image = newPath();
    mkdirSync(join(image, "usr/lib/inglenook"), { recursive: true });
    expect(findInstallKind(at(image), image)).toBe("image");
    // A package whose owner has unpacked the image library to replace it.
    mkdirSync(join(packaged, "usr/lib/inglenook"), { recursive: true });
    expect(findInstallKind(at(packaged), packaged)).toBe("package");
  });

  test("The advice for an update depends on whether the program is a binary, an image or a package", () => {
    const config = readConfig({ UPDATE_URL: "https://example.org/new", DATA_DIR: "/srv/Anna's home" });
    const [major, minor] = version.split(".").map(Number);
    const patch = `${major}.${minor}.99`;
    const next = `${major}.${(minor ?? 0) + 1}.0`;
    const text = (...[kind, to]: [Parameters<typeof adviceFor>[0], string]) => adviceText(adviceFor(kind, to, config));
    expect(text("binary", next)).toBe(`${process.execPath} update --data-dir '/srv/Anna'\\''s home'`);
    expect(text("image", patch)).toBe("docker compose pull && docker compose up -d");
    expect(text("image", next)).toBe(
      `set the image's tag in compose.yaml to ${major}.${(minor ?? 0) + 1}, then docker compose pull && docker compose up -d`,
    );
    const processor = process.arch === "arm64" ? "arm64" : "amd64";
    const file = `inglenook_1.2.0~rc.1_${processor}.deb`;
    expect(text("package", "1.2.0-rc.1")).toBe(`wget https://example.org/new/${file} && sudo apt install ./${file}`);
  });
});

test("Releases are read from the repository of package.json, unless a setting names another address", () => {
  expect(readConfig({}).updateUrl).toBe(`${manifest.repository}/releases/latest/download`);
  expect(readConfig({ UPDATE_URL: "https://nas.home:8443/inglenook/" }).updateUrl).toBe(
    "https://nas.home:8443/inglenook",
  );
});

describe("the public key of releases", () => {
  test("The public key of releases is read from packaging/minisign.pub, and is empty if the file is missing", async () => {
    const { publicKey } = signer();
    const folder = newPath();
    put(folder, "minisign.pub", `untrusted comment: minisign public key\n${publicKey}\n`);
    expect(await readReleaseKey(join(folder, "minisign.pub"))).toBe(publicKey);
    expect(await readReleaseKey(join(folder, "other.pub"))).toBe("");
    put(folder, "broken.pub", "untrusted comment: minisign public key\nRWQ\n");
    await expect(readReleaseKey(join(folder, "broken.pub"))).rejects.toThrow("it is damaged");
  });
});
