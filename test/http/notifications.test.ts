/** Tests the notification preferences of a member, and the lists that a member follows. */
import { beforeEach, describe, expect, test } from "bun:test";
import { dateIn } from "#lib/time.ts";
import { channel, delivery, follow, notice, preference } from "#platform/db/tables.ts";
import { type Home, household, refusal } from "../support/home/home.ts";
import { channelPath, listId } from "../support/operations/sample-records.ts";
import { tablet } from "../support/records/check-ins.ts";
import { addDelivery, addNotice } from "../support/reminders/notices.ts";

const at = "/app/notifications";

type Person = ReturnType<Home["as"]>;

let home: Home;
let anna: Person;

beforeEach(async () => {
  home = await household();
  anna = home.as(home.members.anna);
});

const read = async (who: Person) => (await who.get(at)).body;
const preferencesOf = async (who: Person) => (await read(who)).preferences;
const everyKind = {
  ...{ event: "all", task: "all", chore: "all", check_in: "all" },
  ...{ item: "all", summary: "all", change: "all", system: "all" },
};

describe("notification preferences", () => {
  test.each(["owner", "adult", "child", "guest"] as const)(
    "A new member with the role %s has the default notification preferences",
    async (role) => {
      expect(await preferencesOf(home.as(home.add("New", role)))).toEqual({
        quiet: { from: "21:30", to: "06:30" },
        allDayAt: null,
        summaryAt: "07:30",
        taskAt: null,
        general: role !== "guest",
        alsoFor: null,
        details: "full",
        language: "en",
        kinds: everyKind,
      });
    },
  );

  test("A change of some notification preferences keeps the other preferences", async () => {
    const before = await preferencesOf(anna);
    const id = addOne();
    await anna.patch(at, { kinds: { task: [], event: [id] } });
    const { status, body } = await anna.patch(at, {
      quiet: null,
      kinds: { task: "all" },
      allDayAt: { daysBefore: 1, time: "18:00" },
    });
    expect(status).toBe(200);
    const after = {
      ...{ ...before, quiet: null, allDayAt: { daysBefore: 1, time: "18:00" } },
      kinds: { ...everyKind, event: [id] },
    };
    expect(body.preferences).toEqual(after);
    expect(await preferencesOf(anna)).toEqual(after);
    expect(await preferencesOf(home.as(home.members.ben))).toEqual(before);
  });

  test("A change of notification preferences writes no entry in the activity feed", async () => {
    const entries = home.entries().length;
    await anna.patch(at, { general: false });
    const [row] = home.db
      .select()
      .from(preference)
      .all()
      .filter(({ memberId }) => memberId === home.members.anna.id);
    await anna.patch(at, {});
    await anna.patch(at, { general: false });
    expect(home.db.select().from(preference).all()).toContainEqual(row!);
    expect(home.entries().length).toBe(entries);
  });

  test.each([
    [{ quiet: { from: "24:00", to: "06:00" } }, 400],
    [{ quiet: { from: "22:00" } }, 400],
    [{ quiet: { from: "22:00", to: "06:00", days: [1] } }, 400],
    [{ allDayAt: { daysBefore: 2, time: "18:00" } }, 400],
    [{ allDayAt: { daysBefore: -1, time: "18:00" } }, 400],
    [{ allDayAt: { daysBefore: 0, time: "8:00" } }, 400],
    [{ summaryAt: "07:60" }, 400],
    [{ summaryAt: "" }, 400],
    [{ taskAt: 17 }, 400],
    [{ general: "yes" }, 400],
    [{ alsoFor: ["Mia"] }, 400],
    [{ alsoFor: Array.from({ length: 101 }, () => Bun.randomUUIDv7()) }, 400],
    [{ details: "some" }, 400],
    [{ language: "fr" }, 400],
    [{ kinds: { event: "none" } }, 400],
    [{ kinds: { event: ["phone"] } }, 400],
    [{ kinds: { event: Array.from({ length: 11 }, () => Bun.randomUUIDv7()) } }, 400],
    [{ kinds: { reminder: [] } }, 400],
    [{ kinds: null }, 400],
    [{ alsoFor: [Bun.randomUUIDv7()] }, 422],
  ] as const)("Notification preferences with %j are refused", async (patch, status) => {
    const before = await preferencesOf(anna);
    expect((await anna.patch(at, patch)).status).toBe(status);
    expect(await preferencesOf(anna)).toEqual(before);
  });

  test("Notification preferences can name only members of the household", async () => {
    const other = await home.neighbour();
    const { ben, mia } = home.members;
    const unknown = await anna.patch(at, { alsoFor: [mia.id, other.members.mia.id] });
    expect(unknown.body).toEqual(refusal(422, "alsoFor[1]: no such member"));
    const { body } = await anna.patch(at, { alsoFor: [mia.id, ben.id] });
    expect(body.preferences.alsoFor).toEqual([mia.id, ben.id]);
    expect((await anna.delete(`/app/members/${mia.id}`)).status).toBe(200);
    const { alsoFor } = await preferencesOf(anna);
    expect(alsoFor).toEqual([ben.id]);
    expect((await anna.patch(at, { alsoFor })).status).toBe(200);
  });

  test("Notification preferences are refused to API keys, and tablets cannot change them", async () => {
    const appOnly = refusal(403, "Only the app can do this");
    expect((await home.get(at)).body).toEqual(appOnly);
    expect((await home.patch(at, { general: false })).body).toEqual(appOnly);
    const wall = (await tablet(home)).for(home.members.anna);
    const { body } = await wall.call("PATCH", at, { body: { general: false } });
    expect(body).toEqual(refusal(403, "Only an owner or adult can do this"));
    expect((await preferencesOf(anna)).general).toBe(true);
  });
});

const idOf = (path: string) => path.split("/").at(-1) ?? "";
/** Adds a channel of Anna's. */
const addOne = () => idOf(channelPath(home));

describe("the notification settings", () => {
  test("The notification settings show what the server offers and the member's own channels", async () => {
    const id = addOne();
    const { body: settings } = await anna.get(at);
    expect(settings.available).toEqual({
      push: { publicKey: expect.stringMatching(/^[\w-]{87}$/), apple: expect.any(Boolean) },
      ...{ mail: true, ntfy: ["http://127.0.0.1:9"], apprise: true, isDelivering: true },
    });
    expect(settings.channels).toMatchObject([{ id, label: "Sample", kind: "ntfy", state: "on" }]);
    expect((await read(home.as(home.members.ben))).channels).toEqual([]);
  });

  test("The notification settings name the members who have neither a sign-in nor a channel", async () => {
    const { anna: owner, ben, mia } = home.members;
    const { body: invitation } = await anna.post(`/app/members/${ben.id}/invitation`, undefined);
    const token = invitation.link.split("#")[1];
    await home.call("POST", `/app/invitations/${token}`, { key: null, body: { password: "correct horse battery" } });
    expect((await read(anna)).unreachable).toEqual([owner.id, mia.id]);
    addOne();
    expect((await read(anna)).unreachable).toEqual([mia.id]);
  });

  test("The notification settings show the last ten notifications to the member, without details", async () => {
    const channelId = addOne();
    const sent: string[] = [];
    for (let n = 0; n < 12; n++) {
      const facts = { type: "task", label: `Task ${n}`, dueDate: dateIn("Europe/Berlin", home.clock.now) } as const;
      const noticeId = addNotice(home, { kind: "task", subjectType: "task", facts });
      // Seconds: at a stopped clock, each 4,096th id moves on by a millisecond.
      const createdAt = new Date(home.clock.now.getTime() + n * 1_000);
      sent.unshift(addDelivery(home, { noticeId, channelId, createdAt }));
    }
    const { sent: shown } = await read(anna);
    expect(shown.map(({ id }: { id: string }) => id)).toEqual(sent.slice(0, 10));
    expect(shown[0]).toMatchObject({ channelId, title: "Due today: Task 11", state: "queued", reason: null });
    expect((await read(home.as(home.members.ben))).sent).toEqual([]);
  });
});

describe("a followed list", () => {
  const followed = async (who: Person) => (await who.get("/app/lists/follows")).body.ids;
  const put = (who: Person, id: string) => who.call("PUT", `/app/lists/${id}/follow`);
  const remove = (who: Person, id: string) => who.delete(`/app/lists/${id}/follow`);

  test("Following a list applies to one member only", async () => {
    const id = await listId(home);
    expect((await put(anna, id)).body).toEqual({ id, followed: true });
    expect((await put(anna, id)).body).toEqual({ id, followed: true });
    expect(await followed(anna)).toEqual([id]);
    expect(await followed(home.as(home.members.ben))).toEqual([]);
    expect((await remove(anna, id)).body).toEqual({ id, followed: false });
    expect((await remove(anna, id)).body).toEqual({ id, followed: false });
    expect(await followed(anna)).toEqual([]);
  });

  test("A member can follow only a list that the member can see", async () => {
    const ben = home.as(home.members.ben);
    const { body: section } = await ben.post("/v1/lists/sections", { name: "Home" });
    const { body: list } = await ben.post("/v1/lists", {
      name: "Secret",
      sectionId: section.id,
      visibility: "personal",
    });
    const other = await home.neighbour();
    const notFound = refusal(404, "List not found");
    for (const id of [list.id, await listId(other), Bun.randomUUIDv7()]) {
      expect((await put(anna, id)).body).toEqual(notFound);
      expect((await remove(anna, id)).body).toEqual(notFound);
    }
    expect((await put(anna, "1")).status).toBe(400);
    expect(await followed(anna)).toEqual([]);
    expect((await put(ben, list.id)).status).toBe(200);
  });

  test("A deleted list is no longer among the lists that a member follows", async () => {
    const ben = home.as(home.members.ben);
    const [one, two] = [await listId(home), await listId(home, "Packing")];
    for (const id of [one, two]) await put(anna, id);
    await ben.delete(`/v1/lists/${one}`);
    expect(await followed(anna)).toEqual([two]);
  });

  test("A member can follow at most 50 lists", async () => {
    for (let n = 0; n < 50; n++) await put(anna, await listId(home, `List ${n}`));
    const id = await listId(home);
    expect((await put(anna, id)).body).toEqual(refusal(422, "At most 50 followed lists"));
    const [first] = await followed(anna);
    expect((await put(anna, first)).status).toBe(200);
    await remove(anna, first);
    expect((await put(anna, id)).status).toBe(200);
  });
});

test("Removing a member deletes only that member's notices, messages, preferences and channels", async () => {
  const { anna: owner, ben } = home.members;
  const other = await home.neighbour();
  const each = [
    [home, owner],
    [home, ben],
    [other, other.members.anna],
  ] as const;
  for (const [own, { id: memberId }] of each) {
    const who = own.as({ id: memberId });
    const path = channelPath({ ...own, members: { ...own.members, anna: { ...own.members.anna, id: memberId } } });
    const noticeId = addNotice(own, { memberId });
    addDelivery(own, { noticeId, channelId: idOf(path) });
    await who.patch(at, { general: false });
    await who.call("PUT", `/app/lists/${await listId(own)}/follow`);
  }
  const ids = new Set(each.map(([, { id }]) => id));
  const owners = () =>
    [notice, preference, follow, channel].map((table) => {
      const rows = home.db.select().from(table).all() as { memberId: string }[];
      return rows
        .filter(({ memberId }) => ids.has(memberId))
        .map(({ memberId }) => memberId)
        .sort();
    });
  const households = new Set([home.id, other.id]);
  const messages = () =>
    home.db
      .select()
      .from(delivery)
      .all()
      .filter(({ householdId }) => households.has(householdId)).length;
  expect(owners()).toEqual(Array.from({ length: 4 }, () => [...ids].sort()));
  expect(messages()).toBe(3);
  expect((await anna.delete(`/app/members/${ben.id}`)).status).toBe(200);
  ids.delete(ben.id);
  expect(owners()).toEqual(Array.from({ length: 4 }, () => [...ids].sort()));
  const left = home.db
    .select()
    .from(preference)
    .all()
    .filter(({ memberId }) => memberId === ben.id);
  expect([left, messages()]).toEqual([[], 2]);
});
