/**
 * `bun run scripts/release/check.ts v1.2.3`: checks before a release that the tag, the changelog, the signing key and
 * the state of the repository are right.
 */
import { join } from "node:path";
import { repository, version } from "#platform/version.ts";
import { readReleaseKey } from "../release-key.ts";

const [tag = ""] = process.argv.slice(2);
const changelog = await Bun.file(join(import.meta.dir, "../../CHANGELOG.md")).text();
const faults: string[] = [];
if (tag !== `v${version}`) faults.push(`The tag ${tag} must be v${version}, as package.json has it.`);
if (!new RegExp(`^## \\[${RegExp.escape(version)}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m").test(changelog))
  faults.push(`CHANGELOG.md needs the heading "## [${version}] - <date of the release>".`);
const key = await readReleaseKey().catch((error: Error) => error.message);
if (key === "") faults.push("packaging/minisign.pub is missing: without it, no binary could verify a release.");
if (!/^RW/.test(key) && key !== "") faults.push(`packaging/minisign.pub: ${key}`);
const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: name } = process.env;
if (name && repository !== `${host}/${name}`)
  faults.push(`The binaries would look for updates at ${repository}, as package.json has it, not at ${host}/${name}.`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
