import text from "../../../CHANGELOG.md" with { type: "text" };
import { isNewer } from "./release.ts";

export type ReleaseNotes = {
  readonly version: string;
  /** Date of the release. Null if the version is not released yet. */
  readonly date: string | null;
  readonly groups: readonly { readonly name: string; readonly points: readonly string[] }[];
};

/** Returns the released versions in a changelog, newest first. The changelog has the form of Keep a Changelog. */
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

/** Returns the release notes of the versions after `since`. If `since` is null, returns those of the newest version. */
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

/** Removes Markdown syntax, except the backticks around code. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
