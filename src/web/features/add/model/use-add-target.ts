import { useMemo } from "preact/hooks";
import { useLocation, useSearch } from "wouter";
import { findGroceryList } from "#lib/grocery-list.ts";
import type { PhraseKind } from "#lib/phrases/model.ts";
import { useHousehold, useIsAdult, useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { useChosenKeys } from "../../calendar/model/settings.ts";
import { realIdOf } from "../../lists/model/keys.ts";
import { boardSource } from "../../lists/model/source.ts";
import { isDay } from "../../meals/model/plan.ts";
import type { Setting } from "./draft.ts";

const kindsByPath: Readonly<Record<string, PhraseKind>> = {
  "/calendar": "event",
  "/tasks": "task",
  "/chores": "chore",
  "/lists": "list",
  "/meals": "meal",
};

/** Returns what the open screen says about a new record, and the lists to which items can be added. */
export function useAddTarget() {
  const [path] = useLocation();
  const search = useSearch();
  const viewer = useViewer();
  const members = useMembers();
  const isAdult = useIsAdult();
  const { groceryListName } = useHousehold();
  const { day: today, time } = useNow();
  const chosen = useChosenKeys();
  const { data } = useSource(boardSource, {});
  const sections = data?.sections;
  const lists = useMemo(() => sections?.flatMap((section) => section.lists) ?? [], [sections]);
  const pictures = useMemo(() => new Map(lists.map(({ id, icon }) => [id, icon])), [lists]);
  const [, screen = "", record] = path.split("/");
  const params = new URLSearchParams(search);
  const wanted = kindsByPath[`/${screen}`] ?? null;
  const kind = wanted === "chore" && !isAdult ? "task" : wanted;
  const day = params.get("day");
  const people = (kind === "event" ? chosen : [params.get("who") ?? params.get("for")]).filter((each) =>
    members.some(({ id }) => id === each),
  );
  const open = kind === "list" && record ? realIdOf(record) : null;
  const setting: Setting = {
    today,
    now: `${today}T${time}`,
    kind,
    day: (kind === "event" || kind === "meal") && isDay(day) ? day : today,
    memberId: people.length === 1 ? (people[0] ?? null) : null,
    viewerId: viewer?.id ?? null,
    isAdult,
    listId: open ?? findGroceryList(lists, groceryListName)?.id ?? null,
  };
  const groceries = { name: groceryListName, sectionId: sections?.[0]?.id ?? null };
  return { setting, lists, pictures, groceries };
}
