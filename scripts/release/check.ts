/** `bun run scripts/release/check.ts v1.2.3`: checks that the tag and the changelog fit package.json. */
import { join } from "node:path";
import { version } from "../../src/version.ts";

const [tag = ""] = process.argv.slice(2);
const changelog = await Bun.file(join(import.meta.dir, "../../CHANGELOG.md")).text();
const faults: string[] = [];
if (tag !== `v${version}`) faults.push(`The tag ${tag} must be v${version}, as package.json has it.`);
if (!new RegExp(`^## \\[${RegExp.escape(version)}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m").test(changelog))
  faults.push(`CHANGELOG.md needs the heading "## [${version}] - <date of the release>".`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
