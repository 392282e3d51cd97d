import text from "../../../CHANGELOG.md" with { type: "text" };
import { isNewer } from "./release.ts";

export type ReleaseNotes = {
  readonly version: string;
  /** Date of the release. Null before it. */
  readonly date: string | null;
  readonly groups: readonly { readonly name: string; readonly points: readonly string[] }[];
};

/** Returns the released versions of a changelog in the form of Keep a Changelog, the newest first. */
export function parseChangelog(markdown: string): ReleaseNotes[] {
  return markdown
    .replaceAll(/^\[[^\]]+\]: .*$/gm, "")
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [, version, date] = /^\[(\d+\.\d+\.\d+[^\]]*)\](?: - (\d{4}-\d\d-\d\d)?)?/.exec(section) ?? [];
      return version === undefined ? [] : [{ version, date: date ?? null, groups: groupsOf(section) }];
    });
}

/** Returns the notes of the versions after `since`, or of the newest one if it is null. */
export function notesSince(since: string | null, maxReleases: number, markdown: string = text): ReleaseNotes[] {
  const all = parseChangelog(markdown);
  return since === null ? all.slice(0, 1) : all.filter(({ version }) => isNewer(version, since)).slice(0, maxReleases);
}

function groupsOf(section: string): ReleaseNotes["groups"] {
  return section
    .split(/^### /m)
    .slice(1)
    .map((group) => {
      const [name = "", ...lines] = group.split("\n");
      const points = lines.join("\n").split(/^- /m).slice(1);
      return { name: name.trim(), points: points.map(plain) };
    });
}

/** Removes Markdown, except the backticks of code. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
