import { Type } from "@sinclair/typebox";
import type { EventRecord } from "#calendar/events/model.ts";
import { foldForSearch } from "#lib/case-folding.ts";
import { ApiError, blockingChangeOf, EntriesError, EntryError } from "#lib/errors.ts";
import { straightenQuotes } from "#lib/sentence.ts";
import { isIdKind, mayEndId } from "#lib/short-ids.ts";
import { closed, isUuid } from "#lib/wire.ts";
import type { UndoneEntries, UndoneEntry } from "#overview/undo/model.ts";
import type { ActivityEntryDetails as Entry } from "#platform/activity/model.ts";
import { isMe } from "../input/names.ts";
import { allOptional, Field, items, optional, Param, textFields } from "../input/parameters.ts";
import { readPastInstant } from "../input/past-times.ts";
import { idParameter } from "../input/records.ts";
import { plainPhrase } from "../input/words.ts";
import { activityText, type RowView } from "../output/answers.ts";
import {
  bare,
  countText,
  dayLine,
  instantLine,
  joinParts,
  quoted,
  quotedShort,
  wallOf,
  withoutSeparators,
} from "../output/format.ts";
import { ToolError, wrongChoice, wrongParameter } from "../output/tool-error.ts";
import { ifReadable, type RestAnswer, withRepair } from "../rest-client.ts";
import { type Context, toolsOf, type Viewer } from "../tool.ts";

const activityTool = toolsOf("activity");

const listActivity = activityTool({
  name: "list_activity",
  title: "List what changed",
  profile: "core",
  does: "reads",
  description: "Who changed what and when, newest first, with the ids that undo_change takes.",
  input: allOptional({
    since: Param.moment("Such as 10:00, lunch, yesterday, a date"),
    by: Param.text(100, "Member, key or agent; agent: all, me: this key"),
    limit: Type.Integer({ minimum: 1, maximum: 100, description: "Default 50" }),
    cursor: Param.cursor,
  }),
  output: closed({
    total: Type.Optional(Field.count),
    truncated: Field.flag,
    nextCursor: Field.optionalText,
    entries: items({ ...textFields("id", "when", "who", "what"), undone: Field.flag, subject: Field.text }),
  }),
  async run(context, { since, by, limit = 50, cursor }) {
    const from = since === undefined ? "" : readPastInstant(context, since, "since");
    const isWanted = by === undefined ? () => true : actorFilter(context, by);
    const pageSize = by === undefined ? limit : 100;
    const matches = await findEntries(context, from, isWanted, { limit, pageSize, cursor });
    const isNone = matches.entries.length === 0 && matches.nextCursor === null && cursor === undefined;
    if (by !== undefined && !isMe(by) && !meansAgents(by) && isNone) requireKnownActor(context, by, matches.actors);
    const dateOf = ({ createdAt }: Entry) => wallOf(createdAt, context.timeZone).date;
    const dates = new Set(matches.entries.map(dateOf));
    const page = context.page(matches.entries, undefined, "", entryView, { reserved: dates.size * headingTokens });
    const entries = matches.entries.slice(0, page.items.length);
    const nextCursor = page.paging.nextCursor ?? matches.nextCursor;
    const lines = [...Map.groupBy(entries, dateOf)].flatMap(([date, some], index) => [
      `# ${dayLine(date)}${index === 0 ? ` (${context.timeZone})` : ""}`,
      ...some.map((entry) => entryView(entry, context).line),
    ]);
    if (lines.length === 0) lines.push(nextCursor === null ? "No changes." : "No such change among the latest.");
    if (nextCursor !== null) lines.push(`There is more: cursor ${nextCursor}`);
    const total = cursor === undefined && nextCursor === null ? entries.length : null;
    const data = { total, truncated: nextCursor !== null, nextCursor, entries: page.items };
    return { text: lines.join("\n"), data };
  },
});

const undoLaterFirst =
  "Undo the later changes first, newest first: list_activity has them. Or change it with the tool for it.";

const undoChange = activityTool({
  name: "undo_change",
  title: "Undo a change",
  profile: "core",
  does: "changes",
  anyScope: ["calendar.write", "tasks.write", "lists.write", "meals.write", "checkins.write"],
  description:
    "Takes back what you changed in the last 24 hours: one change, or all since a time. An undo can be undone.",
  input: allOptional({
    activityId: idParameter("activity", "From a change or list_activity"),
    since: Param.moment("Or all since 10:00, lunch or an activityId"),
    partly: Param.flag("Also if some can't be undone"),
  }),
  output: closed({
    ...optional({ id: Field.text, activityId: Field.text }),
    undone: Field.text,
    notRestored: Field.texts,
    stayed: items(textFields("id", "code")),
  }),
  names: { id: "activityId", sinceId: "since" },
  repairs: {
    not_found: "Parameter activityId: take one that a change returned, or an id of list_activity.",
    not_yours: "Change it back with the tool for it, or let an adult undo it in the app.",
    changed_since: undoLaterFirst,
    already_undone: "Leave it. To apply it again, undo the undo: list_activity has its id.",
    not_undoable: "Leave it; a person can change it in the app.",
    limit_reached: "Nothing was undone. Parameter since: take a later one; at most 50 changes are undone in a call.",
  },
  async run(context, { activityId, since, partly }) {
    if (activityId === undefined) return undoAllSince(context, since, partly);
    if (since !== undefined) throw wrongChoice("since", "must be left out with activityId", oneOfThemRepair);
    const call = context.rest<UndoneEntry>("POST", `/v1/activity/${activityId}/undo`);
    const { body } = await withRepair(call, ({ cause }) => {
      const change = cause instanceof ApiError ? blockingChangeOf(cause) : null;
      const id = change && context.shortId("activity", change.activityId);
      return id && `The change in the way is id ${id}. ${undoLaterFirst}`;
    });
    const { subject, summary, notRestored } = body;
    const entryId = context.shortId("activity", body.id);
    const isDeleted = isSubjectDeleted(body);
    const back = isDeleted ? await restoredEvent(context, body) : null;
    const text = joinParts([
      `Done: ${withoutSeparators(summary)}`,
      notRestored.length > 0 && `did not come back: ${notRestored.map(withoutSeparators).join("; ")}`,
      subjectLine(context, subject, isDeleted, back),
      `activityId ${entryId}`,
    ]);
    const id = idText(context, back ? { type: "event", id: back.id } : subject);
    return { text, data: { id, activityId: entryId, undone: summary, notRestored } };
  },
});

const oneOfThemRepair = "Parameter activityId: send it for one change. Parameter since: send it instead for several.";

async function undoAllSince(context: Context, since: string | undefined, partly: boolean | undefined) {
  if (since === undefined) throw wrongChoice("since", "is required", oneOfThemRepair, "required");
  const start = readSince(context, since);
  const { body, activityId } = await postUndo(context, partly ? { ...start, partly } : start);
  const { undone, notRestored, stayed = [] } = body;
  const idOf = (id: string) => context.shortId("activity", id);
  const lines = undone.map(({ id, summary }) => `- ${withoutSeparators(summary)} · id ${idOf(id)}`);
  const header =
    activityId === null
      ? stayed.length > 0
        ? "Nothing was undone."
        : "Nothing to undo: you changed nothing since then, or it is undone already."
      : `Undid ${countText(undone.length, "change")}, newest first${activityText(activityId)}`;
  const missing =
    notRestored.length === 0 ? [] : [`Did not come back: ${notRestored.map(withoutSeparators).join("; ")}`];
  const kept = stayed.map(({ id, code }) => ({ id: idOf(id), code }));
  const keptLines = stayed.map(({ id, code, error }) => `- id ${idOf(id)} · ${code} · ${withoutSeparators(error)}`);
  if (kept.length > 0) keptLines.unshift(`Left as they are: ${kept.length}`);
  return {
    text: [header, ...lines, ...missing, ...keptLines].join("\n"),
    data: { activityId, undone: undone.map(({ summary }) => summary).join("; "), notRestored, stayed: kept },
  };
}

/** Sends the request to undo changes. @throws ToolError that names the changes that stand in the way */
async function postUndo(context: Context, since: object): Promise<RestAnswer<UndoneEntries>> {
  try {
    return await context.rest<UndoneEntries>("POST", "/v1/activity/undo", since);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { cause } = error;
    const isOne = cause instanceof EntryError;
    if (!isOne && !(cause instanceof EntriesError)) throw error;
    const latest = await ifReadable(context.rest<{ entries: Entry[] }>("GET", "/v1/activity?limit=100"));
    const refused = isOne ? [{ id: cause.entryId, cause: cause.cause }] : cause.entries;
    const texts = refused.map(({ id, cause: reason }) => {
      const summary = latest?.body.entries.find((each) => each.id === id)?.summary;
      const what = summary === undefined ? "A change" : quotedShort(summary, 200);
      return `${what} (id ${context.shortId("activity", id)}): ${reason.message}${blockingText(context, reason)}`;
    });
    const message = isOne ? `${texts[0]}. Nothing was undone` : EntriesError.textOf(texts, cause.total);
    const repair =
      error.repair ??
      (isOne ? "Take a since after it, or undo the others one by one with activityId, newest first." : partlyRepair);
    throw new ToolError(error.code, error.field, message, repair, error.status);
  }
}

const partlyRepair = "Parameter partly: true undoes the others. Or undo single ones with activityId, newest first.";

/** Names the later change that stands in the way: ` (see id 1a2b3)` */
function blockingText({ shortId }: Viewer, error: ApiError): string {
  const change = blockingChangeOf(error);
  return change === null ? "" : ` (see id ${shortId("activity", change.activityId)})`;
}

/** Reads the start of an undo: an entry of activity, or a past moment. @throws ToolError */
function readSince(context: Context, since: string): object {
  const sinceId = mayEndId(since) || isUuid(since.trim()) ? context.findId("activity", since, "since") : null;
  return sinceId === null ? { since: readPastInstant(context, since, "since") } : { sinceId };
}

/** Types of subjects that are the changed record itself, which undo can delete. Others only contain the record. */
const restorableTypes: readonly string[] = ["event", "task", "recipe", "check_in"];

function isSubjectDeleted({ subject, restored }: UndoneEntry): boolean {
  return restorableTypes.includes(subject.type) && !restored.some(({ id }) => id === subject.id);
}

/** Returns the series that undo restored when it deleted an event split off from that series. Null if not readable. */
async function restoredEvent({ rest }: Context, { subject, restored }: UndoneEntry): Promise<EventRecord | null> {
  const [back, another] = restored;
  if (subject.type !== "event" || !back || another) return null;
  return (await ifReadable(rest<EventRecord>("GET", `/v1/events/${back.id}`)))?.body ?? null;
}

/** Formats what undo did to a changed record: `event id … is gone, “Piano” is back: id …` */
function subjectLine(context: Context, subject: Subject, isDeleted: boolean, restored: EventRecord | null): string {
  const line = `${subject.type} id ${idText(context, subject)}`;
  if (!isDeleted) return line;
  if (restored === null) return `${line} is gone`;
  return `${line} is gone, ${quoted(restored.title)} is back: id ${context.shortId("event", restored.id)}`;
}

type Subject = Pick<Entry["subject"], "type" | "id">;

function idText({ shortId }: Context, { type, id }: Subject): string {
  return isIdKind(type) ? shortId(type, id) : id;
}

export const activityTools = [listActivity, undoChange];

type Actor = Entry["actor"];

/** Maximum number of requests, each for 100 entries. Many requests may be needed if few changes match. */
const maxPages = 10;

/** Reads the wanted entries since the instant `from`, and the actors of all entries that were read. */
async function findEntries(
  { rest }: Context,
  from: string,
  isWanted: (entry: Entry) => boolean,
  { limit, pageSize, cursor }: { limit: number; pageSize: number; cursor: string | undefined },
) {
  const entries: Entry[] = [];
  const actors: Actor[] = [];
  let position = cursor;
  for (let page = 0; page < maxPages; page++) {
    const params = new URLSearchParams({ limit: String(pageSize), ...(position && { cursor: position }) });
    const path = `/v1/activity/details?${params}`;
    const { body } = await rest<{ entries: Entry[]; nextCursor: string | null }>("GET", path);
    for (const entry of body.entries) {
      if (entry.createdAt < from) return { entries, nextCursor: null, actors };
      // One entry beyond the limit shows that there is more.
      const isFull = entries.length === limit && isWanted(entry);
      if (isFull) return { entries, nextCursor: entries.at(-1)?.id ?? null, actors };
      actors.push(entry.actor);
      if (isWanted(entry)) entries.push(entry);
    }
    if (body.nextCursor === null) return { entries, nextCursor: null, actors };
    position = body.nextCursor;
  }
  return { entries, nextCursor: position ?? null, actors };
}

/** Tokens of the heading of a day. */
const headingTokens = 14;

function meansAgents(by: string): boolean {
  return /^(?:(?:an|any|all|the|every|der|die|alle) )?(?:agents?|agenten)$/.test(plainPhrase(by));
}

function actorFilter(context: Context, by: string): (entry: Entry) => boolean {
  const wantedName = foldForSearch(by);
  const isMember = context.members.some(({ name }) => foldForSearch(name) === wantedName);
  if (!isMember && isMe(by)) {
    context.note("by read as this key.");
    return ({ actor }) => actor.id === context.keyId;
  }
  if (!isMember && meansAgents(by)) {
    context.note("by read as all agents and keys.");
    return ({ actor }) => actor.agentName !== null || actor.kind === "api_key";
  }
  const id = isMember ? null : context.findId("member", by, "by");
  return ({ actor }) =>
    (id !== null && actor.id === id) ||
    [actor.name, actor.agentName].some((name) => name !== null && foldForSearch(name) === wantedName);
}

/** Requires that the name matches the author of a change. @throws ToolError with suggestions */
function requireKnownActor(context: Context, by: string, actors: readonly Actor[]): void {
  const members = context.members.map(({ name }) => name);
  if (context.findId("member", by, "by") !== null || members.some((name) => foldForSearch(name) === foldForSearch(by)))
    return;
  const actorNames = actors.flatMap(({ name, agentName }) => [name, agentName ?? []].flat());
  const suggestions = [...new Set([...members, ...actorNames])].slice(0, 20).map((name) => quotedShort(name));
  const reason = `no member, key or agent called ${quotedShort(by)} changed anything then`;
  throw wrongParameter("by", reason, `take one of ${suggestions.join(", ")}; or an earlier since.`);
}

/** Formats an entry below its day: `- 13:00 · agent “Claude”: added “Bins” for Anna · id 1a2b3` */
function entryView(entry: Entry, { timeZone, shortId }: Viewer): RowView {
  const { createdAt, actor, subject, isUndone } = entry;
  const id = shortId("activity", entry.id);
  const what = `${withoutClosingQuotes(entry)}${itemsText(entry.items)}`;
  const agent = actor.agentName;
  const name = actor.kind === "api_key" ? `key ${quoted(actor.name)}` : bare(actor.name);
  const device = `${name}, with ${quoted(agent ?? "")}`;
  const subjectText = isIdKind(subject.type) ? `${subject.type} id ${shortId(subject.type, subject.id)}` : undefined;
  const who = agent === null ? name : actor.kind === "member" ? device : `agent ${quoted(agent)} (${name})`;
  const shortWho = agent !== null && actor.kind === "api_key" ? `agent ${quoted(agent)}` : who;
  const { time } = wallOf(createdAt, timeZone);
  const line = joinParts([`- ${time}`, `${shortWho}: ${what}`, isUndone && "undone", `id ${id}`]);
  const when = instantLine(createdAt, timeZone);
  return { line, fields: { id, when, who, what, undone: isUndone || undefined, subject: subjectText } };
}

/** Formats the names of a batch's items: ` (“Milk”, “Bread” and others)` */
function itemsText(items: readonly string[]): string {
  if (items.length === 0) return "";
  const shown = items.slice(0, 3).map((each) => quotedShort(each));
  return ` (${shown.join(", ")}${items.length > shown.length ? " and others" : ""})`;
}

/** Replaces curly quotation marks in labels by straight ones, because entries of older versions have them. */
function withoutClosingQuotes({ summary, subject: { label } }: Pick<Entry, "summary" | "subject">): string {
  return withoutSeparators(summary.replaceAll(label, () => straightenQuotes(label)));
}
