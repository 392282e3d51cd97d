import type { Catalogue } from "#web/i18n/catalogue.ts";
import type { ColorKey } from "#web/ui/person-color.ts";
import type { BlockType } from "./source.ts";

/** Template of a list that comes with the app. Its texts are in the language of the app. */
export type ReadyMade = {
  /** The key of the template, which no id of a household's template equals. */
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly colorKey: ColorKey;
  readonly visibility: "shared";
  readonly items: readonly { type: BlockType; content: string; memberId: null; subtasks: readonly [] }[];
};

const looks = {
  shopping: ["🛒", "leaf"],
  summer: ["🏖️", "sky"],
  emergency: ["☎️", "coral"],
  snow: ["⛷️", "teal"],
  babysitter: ["🧑‍🍼", "grape"],
  party: ["🎉", "berry"],
  moving: ["📦", "tangerine"],
} as const satisfies Record<keyof Catalogue["readyMade"], readonly [icon: string, color: ColorKey]>;

/** Returns the ready-made templates. The first three suit most households that have no list yet. */
export function readyMadeLists(texts: Catalogue["readyMade"]): readonly ReadyMade[] {
  return (Object.keys(looks) as (keyof typeof looks)[]).map((id) => {
    const { name, items } = texts[id];
    const [icon, colorKey] = looks[id];
    return { id, name, icon, colorKey, visibility: "shared", items: items.trim().split("\n").map(toItem) };
  });
}

function toItem(line: string): ReadyMade["items"][number] {
  const type = line.startsWith("# ") ? "header" : "task";
  return { type, content: line.trim().replace(/^# /, ""), memberId: null, subtasks: [] };
}
