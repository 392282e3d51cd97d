/**
 * Household of the tour: the demo data, and long, hostile and right-to-left text in every field that people can fill
 * in.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calendarKey } from "#calendar/external/accounts/calendars.store.ts";
import { addAccount } from "#calendar/external/accounts/store.ts";
import { day, hour } from "#lib/time.ts";
import { addChannel } from "#notifications/channels/store.ts";
import { createNoticeToken } from "#notifications/notices/token.ts";
import { transact } from "#platform/db/client.ts";
import { asMember } from "#platform/work.ts";
import { browserHome } from "../../support/browser/home.ts";
import { payloads } from "../../support/browser/homes/markup.ts";
import { startCalendarHost } from "../../support/calendar/host.ts";
import { emptyFolder } from "../../support/home/program.ts";
import { addNotice } from "../../support/reminders/notices.ts";

/** Date of the tests: a Wednesday. */
export const today = "2026-11-25";
const host = startCalendarHost();
host.answer({ body: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nEND:VCALENDAR\r\n" });

const dataDir = emptyFolder();
mkdirSync(join(dataDir, "backups"));
writeFileSync(join(dataDir, "backups", "inglenook-2026-11-24T03-30-00.000Z.tar"), "");

export const home = await browserHome({
  demo: true,
  now: new Date(`${today}T17:00:00Z`),
  env: {
    DATA_DIR: dataDir,
    ...{ SMTP_URL: "smtp://127.0.0.1:9", APPRISE_URL: "http://127.0.0.1:9", NTFY_URLS: "https://ntfy.example" },
    CALENDAR_ORIGINS: host.origin,
  },
});
const anna = home.api("Anna");
const [annaId, benId, miaId] = ["Anna", "Ben", "Mia"].map((name) => home.member(name).id) as [string, string, string];

/**
 * Text from right to left. This text and the next two are difficult for a layout: from right to left, long, and without
 * a space.
 */
const rightToLeft = "عشاء العائلة عند الجدة يوم الجمعة";
const long = "Grandmother’s slowly braised Sunday beef with root vegetables and far too much wine عند الجدة";
const unbroken = "Donaudampfschifffahrtsgesellschaftskapitänsmützenhalterung";

const written: string[] = [rightToLeft, long, unbroken];
const texts = payloads.filter((text) => text.trim() === text);

/** Returns the next unused hostile text of at most `length` characters. */
function hostile(length = 100): string {
  const text = texts.find((each) => [...each].length <= length && !written.includes(each)) ?? texts[0]!;
  written.push(text);
  return text;
}

/** All texts of the tour that are hostile, long or from right to left. */
export const ownTexts: readonly string[] = [...written, ...texts];

async function post(path: string, body: unknown): Promise<any> {
  const { status, body: made } = await anna.post(path, body);
  if (status !== 200) throw new Error(`${path} ${JSON.stringify(body)}: ${status} ${JSON.stringify(made)}`);
  return made;
}
const get = async (path: string) => (await anna.get(path)).body;

const images = payloads.filter((text) => /^<img|^<svg|^"/.test(text));
for (const [index, title] of [...images.slice(0, 4), long, unbroken, rightToLeft].entries()) {
  const at = (hours: number) =>
    new Date(Date.parse(`${today}T08:00:00Z`) + index * 5 * hour + hours * hour).toISOString();
  const memberIds = [annaId, benId, miaId].slice(0, index % 4);
  await post("/v1/events", {
    ...{ title, location: hostile(), notes: hostile(), memberIds, isGeneral: memberIds.length === 0 },
    ...{ startsAt: at(0), endsAt: at(1) },
  });
}
await post("/v1/events", {
  ...{ title: hostile(), allDay: true, startsAt: "2026-11-25T00:00:00Z", endsAt: "2026-11-27T00:00:00Z" },
});
for (const label of [hostile(), long, unbroken]) await post("/v1/tasks", { label, memberId: annaId, dueDate: today });
for (const name of [hostile(), long]) {
  await post("/app/chores", { name, memberIds: [miaId], startDate: today, recurrenceRule: "FREQ=DAILY" });
}
await post("/v1/check-ins", {
  ...{ presetKey: "custom", name: hostile(40), question: hostile(), assigneeIds: [annaId, benId] },
  faces: [hostile(40), unbroken.slice(0, 40)].map((label) => ({ emoji: "🙂", label })),
  ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ time: "08:30", label: hostile(40) }] },
});
const sectionId = (await post("/v1/lists/sections", { name: hostile(60) })).id;
/** Id of the list that has an item for every hostile text. */
const everything = (await post("/v1/lists", { name: hostile(60), sectionId })).id;
await post(`/v1/lists/${everything}/blocks/batch`, {
  operations: payloads.slice(0, 50).map((content) => ({ op: "create", type: "task", content })),
});
await post(`/v1/lists/${everything}/blocks/batch`, {
  operations: payloads.slice(50).map((content) => ({ op: "create", type: "task", content })),
});
const recipes: any[] = [];
for (const name of [hostile(), long, rightToLeft]) {
  const details = { instructions: `${hostile()}\n${hostile()}`, tags: [hostile(30)], notes: hostile() };
  const ingredients = [hostile(), long, `2 ${unbroken}`];
  recipes.push(await post("/v1/recipes/details", { name, ingredients, prepMinutes: 95, ...details }));
}
const dinner = await post("/v1/meals", { date: "2026-11-26", mealType: "lunch", recipeId: recipes[0].id });
await post("/v1/meals", { date: "2026-11-27", mealType: "lunch", recipeId: recipes[1].id });
const quick = await post("/v1/meals/quick", { date: today, mealType: "morning_snack", text: hostile(60) });
for (const name of [hostile(), "Claude on my laptop"]) {
  await post("/v1/api-keys", {
    name,
    scopes: ["calendar.read", "lists.write", "lists.read"],
    expiresAt: "2050-01-01T00:00:00Z",
  });
}
const device = await anna.post("/app/devices/pairing", undefined);
await post("/app/devices", { code: device.body.code, name: hostile(60) });
const feed = await post("/app/calendar-feeds", { name: hostile(60), parts: ["events"] });
const followed = await post("/app/subscriptions", {
  ...{ url: `${host.origin}/school.ics`, name: hostile(60), color: "leaf", memberIds: [], isGeneral: true },
});
const guest = hostile(60);
await post("/app/members", { name: guest, role: "child", avatar: guest.slice(0, 8) });
await post("/app/members", { name: rightToLeft.split(" ")[0], role: "guest" });
await anna.patch("/app/household", { name: hostile(60) });
for (const [label, from] of [
  [hostile(), today],
  ["Pay the swimming club", "2026-11-24"],
] as const) {
  await post("/v1/tasks", { label, memberId: annaId, dueDate: from });
}

const accountId = Bun.randomUUIDv7();
const externalId = "https://cloud.example/anna/home/";
transact(home.db, () => {
  const account = {
    id: accountId,
    provider: "caldav",
    name: hostile(60),
    url: externalId,
    username: "anna",
    origins: [],
  } as const;
  const offered = [{ externalId, name: hostile(60), color: null, isReadOnly: false }];
  addAccount(asMember(home.work(), { ...home.member("Anna"), role: "owner" }), { ...account, offered }, "");
});
const entry = calendarKey(externalId);
await anna.put(`/app/calendar-accounts/${accountId}/calendars/${entry}`, { mode: "in" });
const mail = transact(home.db, () =>
  addChannel(home.work(), annaId, {
    ...{ kind: "mail", label: hostile(60), details: null, isVerified: false },
    config: { address: "anna@home.example", offToken: "x", code: null },
  }),
);

const owner = {
  ...{ db: home.db, id: home.work().householdId, members: { anna: { id: annaId } } },
  clock: { now: home.now() },
};
const linked = await post("/v1/tasks", { label: hostile(), memberId: annaId, dueDate: today });
const noticeId = addNotice(owner, {
  ...{ kind: "task", subjectType: "task", subjectId: linked.id, slot: today, about: [annaId] },
  facts: { type: "task", label: linked.label, dueDate: today },
  expiresAt: new Date(home.now().getTime() + day).toISOString(),
});

const lists = (await get("/v1/lists")).sections.flatMap((section: any) => section.lists);
const list = lists.find(({ name }: any) => name.startsWith("Packing"));
await anna.patch(`/v1/lists/${list.id}/blocks/${list.blocks[1].id}`, {
  memberId: miaId,
  dueDate: "2031-03-01T17:00:00Z",
});
const events = (await get(`/v1/events?from=${today}T00:00:00Z&to=2026-12-05T00:00:00Z`)).events;
const series = events.find(({ title }: any) => title === "School run");
const demoRecipe = (await get("/v1/recipes")).recipes.find(({ name }: any) => name === "Chickpea curry");
const invitation = new URL((await post(`/app/members/${benId}/invitation`, undefined)).link);

/** Ids of the household's records, and addresses with such ids. */
export const ids = {
  ...{ ben: benId, list: list.id, item: list.blocks[1].id, everything, section: sectionId, groceries: lists[0].id },
  ...{ event: events.find(({ title }: any) => title === images[0]).id, series: series.id, seriesAt: series.startsAt },
  ...{ task: (await get("/v1/tasks?completed=false")).tasks[0].id, chore: (await get("/v1/chores")).chores[0].id },
  ...{ checkIn: (await get("/v1/check-ins")).checkIns[0].id, recipe: recipes[0].id, demoRecipe: demoRecipe.id },
  ...{
    meal: dinner.id,
    quick: quick.id,
    feed: feed.id,
    followed: followed.id,
    account: accountId,
    entry,
    mail: mail.id,
  },
  ...{ notice: noticeId, token: createNoticeToken(home.db, { householdId: owner.id, noticeId }) },
  invitation: invitation.pathname + invitation.hash,
};

/** Returns all texts in the database, except those of the activity feed and the search index. */
export function storedTexts(): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value === "string") found.add(value.replace(/\s+/g, " ").trim());
    else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) collect(each);
  };
  const tables = home.db.$client.query("select name from sqlite_master where type = 'table'").all() as {
    name: string;
  }[];
  for (const { name } of tables.filter((table) => !/^(activity|fts|search)/.test(table.name))) {
    for (const row of home.db.$client.query(`select * from "${name}"`).all()) {
      for (const value of Object.values(row as object)) {
        if (typeof value !== "string") continue;
        collect(/^[[{]/.test(value) ? parsed(value) : value);
      }
    }
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Phrase that the tours type into the add field: it has a day, a time and a person, and its hour is open. */
export const typedPhrase = "Piano Mia tomorrow at 4 every Tuesday";
