/** `bun run deb [amd64] [arm64]`: builds the Debian package, `dist/inglenook_<version>_<architecture>.deb`. */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Architecture, binaryFor, licenceFiles, readArchitectures, version } from "./packages.ts";

const scripts = ["postinst", "prerm", "postrm"];
const settings = "etc/inglenook/inglenook.env";
const documents = "usr/share/doc/inglenook";

/** Version in the form that Debian uses: with a tilde, so that `1.0.0-rc.1` sorts before `1.0.0`. */
const debianVersion = version.replace("-", "~");

// Folders must be readable, whatever the umask of the builder.
process.umask(0o022);

for (const architecture of readArchitectures(process.argv.slice(2))) {
  const folder = `dist/deb/${architecture}`;
  const file = `dist/inglenook_${debianVersion}_${architecture}.deb`;
  rmSync(folder, { recursive: true, force: true });
  writePackage(folder, architecture);
  // Debian 11 reads no zstd. xz at its default level takes minutes.
  const { exitCode } = Bun.spawnSync(["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", folder, file], {
    stdout: "inherit",
    stderr: "inherit",
  });
  if (exitCode !== 0) throw new Error(`dpkg-deb ended with ${exitCode}`);
  console.log(`${file}: ${(Bun.file(file).size / 1e6).toFixed(1)} MB`);
}

function writePackage(folder: string, architecture: Architecture): void {
  const at = (path: string) => join(folder, path);
  const binary = binaryFor(architecture);
  put(at("usr/bin/inglenook"), binary, 0o755);
  put(at("usr/lib/systemd/system/inglenook.service"), "packaging/inglenook.service");
  put(at("usr/lib/sysusers.d/inglenook.conf"), "packaging/inglenook.sysusers");
  put(at(settings), "packaging/inglenook.env", 0o600);
  for (const name of licenceFiles()) if (name !== "LICENSE") put(at(`${documents}/${name}`), name);
  write(at(`${documents}/copyright`), copyright());
  write(at(`${documents}/changelog.gz`), Bun.gzipSync(changelog(), { level: 9 }));
  for (const name of scripts) put(at(`DEBIAN/${name}`), `packaging/debian/${name}`, 0o755);
  write(at("DEBIAN/conffiles"), `/${settings}\n`);
  write(at("DEBIAN/control"), control(architecture, Bun.file(binary).size));
}

function control(architecture: Architecture, bytes: number): string {
  return `Package: inglenook
Version: ${debianVersion}
Architecture: ${architecture}
Maintainer: The Inglenook project <inglenook@users.noreply.github.com>
Installed-Size: ${Math.ceil(bytes / 1_024)}
Depends: libc6 (>= 2.28), libstdc++6, libgcc-s1, systemd | systemd-standalone-sysusers | systemd-sysusers
Section: web
Priority: optional
Description: household organiser that a family runs at home
 Calendar, tasks, chores, lists, recipes and meals of a household, in the
 browsers of its phones, tablets and computers, with an open REST API and an
 MCP endpoint for agents.
 .
 It is one program with one SQLite database, and needs no other service.
`;
}

function copyright(): string {
  const licence = readFileSync("LICENSE", "utf8").trim();
  const holder = /^Copyright \(c\) (.+)$/m.exec(licence)?.[1] ?? "The Inglenook project";
  const indented = licence.split("\n").map((line) => (line.trim() === "" ? " ." : ` ${line}`));
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Inglenook

Files: *
Copyright: ${holder}
License: Expat
Comment: The program contains other work, such as Bun and libvips. Its
 licences are in THIRD_PARTY_NOTICES.txt beside this file.

License: Expat
${indented.join("\n")}
`;
}

function changelog(): string {
  return `inglenook (${debianVersion}) stable; urgency=medium

  * Release ${version}.

 -- The Inglenook project <inglenook@users.noreply.github.com>  Thu, 01 Jan 1970 00:00:00 +0000
`;
}

function put(to: string, from: string, mode = 0o644): void {
  makeFolder(dirname(to));
  cpSync(from, to);
  chmodSync(to, mode);
}

function write(to: string, content: string | Uint8Array): void {
  makeFolder(dirname(to));
  writeFileSync(to, content);
  chmodSync(to, 0o644);
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o755 });
}
