/** Who changed what, and taking a change back. */
import { Type } from "@sinclair/typebox";
import type { ActivityEntry as Entry } from "../../activity/model.ts";
import type { EventRecord } from "../../events/model.ts";
import { foldForSearch } from "../../lib/case-folding.ts";
import type { UndoneEntry } from "../../undo/model.ts";
import { closed, isUuid } from "../../wire.ts";
import {
  cursorParameter,
  flag,
  idParameter,
  item,
  text,
  textOrNull,
  textParameter,
  writeFields,
} from "../input/parameters.ts";
import { instantAt, readPastDay } from "../input/times.ts";
import { bare, momentLine, oneLine, quoted, quotedShort } from "../output/format.ts";
import { pageOf, type Shown } from "../output/paging.ts";
import { wrongParameter } from "../output/tool-error.ts";
import { ifReadable } from "../rest-client.ts";
import { type Context, tool } from "../tool.ts";

const listActivity = tool({
  name: "list_activity",
  title: "List what changed",
  group: "activity",
  profile: "core",
  does: "reads",
  scopes: ["activity.read"],
  description: "Who changed what in the household and when, newest first, with the ids that undo_change takes.",
  input: closed({
    since: Type.Optional(
      Type.String({
        maxLength: 40,
        description: "From then on: 2026-11-20, today, yesterday or the last such weekday",
      }),
    ),
    by: Type.Optional(textParameter(100, "Member, key or agent (name or id)")),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Left out: 50" })),
    cursor: cursorParameter,
  }),
  output: closed({
    total: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
    truncated: flag,
    nextCursor: textOrNull,
    entries: Type.Array(item({ id: text, when: text, who: text, what: text, type: text, subjectId: text })),
  }),
  async run(context, { since, by, limit = 50, cursor }) {
    const { household, now } = await context.present();
    const { timeZone } = household;
    const from = since === undefined ? "" : instantAt(readPastDay(since, now.date, "since"), "00:00", timeZone);
    const found = await search(context, { from, by, limit, cursor });
    if (by !== undefined && found.entries.length === 0 && found.nextCursor === null && cursor === undefined) {
      await requireSomebody(context, by, found.actors);
    }
    const page = pageOf(found.entries, undefined, "", (entry) => shown(entry, timeZone));
    const entries = found.entries.slice(0, page.items.length);
    const nextCursor = page.paging.nextCursor ?? found.nextCursor;
    const lines = entries.map((entry) => shown(entry, timeZone).line);
    if (lines.length === 0) lines.push(nextCursor === null ? "No changes." : "No such change among the latest.");
    if (nextCursor !== null) lines.push(`There is more: cursor ${nextCursor}`);
    const isWhole = cursor === undefined && nextCursor === null;
    return {
      text: lines.join("\n"),
      data: { total: isWhole ? entries.length : null, truncated: nextCursor !== null, nextCursor, entries: page.items },
    };
  },
});

const undoChange = tool({
  name: "undo_change",
  title: "Undo a change",
  group: "activity",
  profile: "full",
  does: "changes",
  scopes: [],
  anyScope: ["calendar.write", "tasks.write", "lists.write", "meals.write", "checkins.write"],
  description: "Takes back one change that you made in the last 24 hours, wholly; can itself be undone.",
  input: closed({ activityId: idParameter("From a change's answer, or id in list_activity") }),
  output: closed({ ...writeFields, undone: text, notRestored: Type.Array(text) }),
  names: { id: "activityId" },
  repairs: {
    not_found: "Parameter activityId: take one that a change answered, or an id of list_activity.",
    not_yours: "Change it back with the tool for it, or let an adult undo it in the app.",
    changed_since:
      "Undo the later changes first, newest first: list_activity has them. Or change it with the tool for it.",
    already_undone: "Leave it. To have it again, undo the undoing: list_activity has its id.",
    not_undoable: "Leave it; a person can change it in the app.",
  },
  async run(context, { activityId }) {
    const path = `/v1/activity/${encodeURIComponent(activityId)}/undo`;
    const { body } = await context.rest<UndoneEntry>("POST", path);
    const { id, subject, summary, notRestored } = body;
    const gone = isGone(body);
    const back = gone ? await eventPutBack(context, body) : null;
    const lost = notRestored.length === 0 ? "" : ` · did not come back: ${notRestored.map(oneLine).join("; ")}`;
    return {
      text: `Done: ${oneLine(summary)}${lost} · ${subjectLine(subject, gone, back)} · activityId ${id}`,
      data: { id: back?.id ?? subject.id, activityId: id, undone: summary, notRestored },
    };
  },
});

/** Kinds of records of which an undo restores the subject, or deletes it. Others stand for what is on or in them. */
const wholeTypes: readonly string[] = ["event", "task", "recipe", "check_in"];

/** True where the subject of a change is known to be deleted by the undo. */
function isGone({ subject, restored }: UndoneEntry): boolean {
  return wholeTypes.includes(subject.type) && !restored.some(({ id }) => id === subject.id);
}

/** The event that was put back for the subject: the series that it was split off. Null: none, or the key may not read it. */
async function eventPutBack({ rest }: Context, { subject, restored }: UndoneEntry): Promise<EventRecord | null> {
  const [back, another] = restored;
  if (subject.type !== "event" || !back || another) return null;
  return (await ifReadable(rest<EventRecord>("GET", `/v1/events/${back.id}`)))?.body ?? null;
}

/** The subject for a person: `event id … is gone, “Piano” is back as it was: id …`. */
function subjectLine({ type, id }: Entry["subject"], gone: boolean, back: EventRecord | null): string {
  if (!gone) return `${type} id ${id}`;
  const isBack = back === null ? "" : `, ${quoted(back.title)} is back as it was: id ${back.id}`;
  return `${type} id ${id} is gone${isBack}`;
}

/** In their order within a profile. */
export const activityTools = [listActivity, undoChange];

type Asked = {
  /** Instant of the first entry that counts; empty: all do. */
  readonly from: string;
  readonly by: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
};
type Found = {
  readonly entries: Entry[];
  /** Where the search goes on; null where it came to the end. */
  readonly nextCursor: string | null;
  /** Who did anything that was looked at. */
  readonly actors: readonly Entry["actor"][];
};

/** One call looks at so many pages of 100 at most, for changes that may be rare. */
const mostPages = 10;

/** As many of the entries wanted as `limit`, newest first. */
async function search({ rest }: Context, { from, by, limit, cursor }: Asked): Promise<Found> {
  const entries: Entry[] = [];
  const actors: Entry["actor"][] = [];
  const isWanted = byWhom(by);
  const pageSize = by === undefined ? limit : 100;
  let at = cursor;
  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(at === undefined ? {} : { cursor: at }) });
    const { body } = await rest<{ entries: Entry[]; nextCursor: string | null }>("GET", `/v1/activity?${query}`);
    for (const entry of body.entries) {
      if (entry.createdAt < from) return { entries, nextCursor: null, actors };
      // One beyond the limit shows that there is more.
      if (entries.length === limit && isWanted(entry)) {
        return { entries, nextCursor: entries.at(-1)?.id ?? null, actors };
      }
      actors.push(entry.actor);
      if (isWanted(entry)) entries.push(entry);
    }
    if (body.nextCursor === null) return { entries, nextCursor: null, actors };
    at = body.nextCursor;
  }
  return { entries, nextCursor: at ?? null, actors };
}

/** Whether somebody, named once for all entries, made an entry; undefined: whoever did. */
function byWhom(by: string | undefined): (entry: Entry) => boolean {
  if (by === undefined) return () => true;
  if (isUuid(by)) return ({ actor }) => actor.id === by.toLowerCase();
  const said = foldForSearch(by);
  return ({ actor }) => [actor.name, actor.agentName].some((name) => name !== null && foldForSearch(name) === said);
}

/** A member who did nothing is told so; a name that nobody is known by may be misspelt. @throws ToolError. */
async function requireSomebody(context: Context, by: string, actors: Found["actors"]): Promise<void> {
  const members = (await context.members()).map(({ name }) => name);
  if (isUuid(by) || members.some((name) => foldForSearch(name) === foldForSearch(by))) return;
  const seen = actors.flatMap(({ name, agentName }) => [name, ...(agentName === null ? [] : [agentName])]);
  const known = [...new Set([...members, ...seen])].slice(0, 20).map((name) => quotedShort(name));
  throw wrongParameter(
    "by",
    `no member, key or agent called ${quotedShort(by)} changed anything then`,
    `Parameter by: take one of ${known.join(", ")}; or an earlier since.`,
  );
}

function shown({ id, createdAt, actor, subject, summary }: Entry, timeZone: string): Shown {
  const when = momentLine(createdAt, timeZone);
  const agent = actor.agentName;
  const name = actor.kind === "api_key" ? `key ${quoted(actor.name)}` : bare(actor.name);
  const who = agent === null ? name : `agent ${quoted(agent)} (${name})`;
  return {
    line: `- ${when} · ${who}: ${oneLine(summary)} · ${subject.type} id ${subject.id} · id ${id}`,
    fields: { id, when, who, what: summary, type: subject.type, subjectId: subject.id },
  };
}
