/** Keys and tablets pass the role checks of a member: every operation is called with them and with the cookie. */
import { describe, expect, test } from "bun:test";
import type { Role } from "#platform/auth/role.ts";
import { RouteTable } from "#platform/http/route-table.ts";
import { createApp } from "#server/app.ts";
import { davClient } from "../support/calendar/dav.ts";
import { type Answer, type Home, household, refusal, serverInProcess, testDeps } from "../support/home/home.ts";
import { requestOf, type Sample, samples } from "../support/operations/operations.ts";
import { checkInBody, homeWithCheckIns, tablet } from "../support/records/check-ins.ts";

const operations = new RouteTable(createApp(testDeps())).routes
  .filter(({ policy: { access, isHidden } }) => ["api", "app", "device"].includes(access) && !isHidden)
  .map(({ method, path, policy }) => ({
    method,
    path,
    id: policy.id,
    isForApp: policy.access !== "api",
    isForOwners: policy.isForOwners,
    isForDevices: policy.deviceFields !== null,
  }));

const adultsOnly = refusal(403, "Only an owner or adult can do this");
const ownAndRecentOnly = refusal(403, "Only your own changes of the last 24 hours can be undone");

type Member = { readonly id: string };

const keyOf = (home: Home, { id }: Member) => home.createKey({ memberId: id }).key;

/** Returns a refusal completely, but a success without its body. */
function outcome({ status, body, headers }: Answer) {
  return status === 200 ? { status } : { status, body, code: headers.get("X-Error-Code") };
}

async function arrange(operation: (typeof operations)[number], role: Role) {
  const home = await household(operation.isForOwners ? { server: serverInProcess() } : {});
  const sample = (await samples[operation.id]?.(home)) as Sample;
  return { home, sample, member: home.add(`A ${role}`, role) };
}

describe.each(operations)("$method $path", (operation) => {
  const { id, method, isForApp } = operation;

  test.each(["child", "guest", "adult"] as const)(
    "An API key of a member with the role %s gets the same answer as that member's session cookie",
    async (role) => {
      const one = await arrange(operation, role);
      const byKey = await one.home.call(
        method,
        one.sample.path,
        requestOf(one.sample, { key: keyOf(one.home, one.member) }),
      );
      if (isForApp) {
        expect(byKey.body).toEqual(refusal(403, "Only the app can do this"));
        expect(byKey.headers.get("X-Error-Code")).toBe("app_only");
        return;
      }
      const other = await arrange(operation, role);
      const byCookie = await other.home.as(other.member).call(method, other.sample.path, requestOf(other.sample));
      // A key undoes its own changes alone, also one of an adult.
      if (id === "undoActivity" && role === "adult") expect(byKey.body).toEqual(ownAndRecentOnly);
      else expect(outcome(byKey)).toEqual(outcome(byCookie));
    },
  );

  if (method === "GET" && !isForApp) {
    test.each(["child", "guest", "adult"] as const)(
      "An API key of a member with the role %s reads the same data as that member's session cookie",
      async (role) => {
        const { home, sample, member } = await arrange(operation, role);
        const key = keyOf(home, member);
        const byCookie = await home.as(member).get(sample.path);
        const byKey = await home.get(sample.path, { key });
        const { caller: _, ...seen } = byCookie.body;
        const { caller, ...shown } = byKey.body;
        expect(shown).toEqual(seen);
        if (caller) expect(caller.kind).toBe("api_key");
      },
    );
  }
});

/** Bodies that a tablet may send, where the sample has other fields. */
const tabletBodies: Record<string, object> = {
  updateTask: { completedAt: "2026-11-27T08:00:00.000Z" },
  updateBlock: { done: true },
};

describe.each(operations.filter(({ isForDevices, method }) => isForDevices && method !== "GET"))(
  "$method $path at a tablet",
  (operation) => {
    const { id, method } = operation;

    test.each(["child", "guest", "adult"] as const)(
      "A tablet that acts for a member with the role %s gets the same answer as that member's session cookie",
      async (role) => {
        const one = await arrange(operation, role);
        const other = await arrange(operation, role);
        const request = ({ sample }: typeof one) => ({ body: tabletBodies[id] ?? sample.body });
        const wall = (await tablet(one.home)).for(one.member);
        const atWall = await wall.call(method, one.sample.path, request(one));
        const byCookie = await other.home.as(other.member).call(method, other.sample.path, request(other));
        expect(outcome(atWall)).toEqual(outcome(byCookie));
        expect([200, 403, 404]).toContain(atWall.status);
      },
    );
  },
);

async function homeOfKeys() {
  const home = await household();
  const { anna, ben, mia } = home.members;
  const { key } = home.createKey({ memberId: mia.id });
  const as = { key };
  const task = async (memberId: string) => (await home.post("/v1/tasks", { label: "Bins", memberId })).body;
  const { body: section } = await home.post("/v1/lists/sections", { name: "Home" });
  const list = async (name: string, request = {}) =>
    (await home.post("/v1/lists", { name, sectionId: section.id }, request)).body;
  const setRole = (role: Role, id: string = mia.id) => home.as(anna).patch(`/app/members/${id}`, { role });
  return { ...home, home, anna, ben, mia, as, task, list, setRole };
}

describe("an API key of a child", () => {
  test("An API key of a child completes only the child's own tasks, and cannot take over another task", async () => {
    const { patch, task, anna, mia, as } = await homeOfKeys();
    const completedAt = "2026-11-27T08:00:00.000Z";
    const [own, annas] = [await task(mia.id), await task(anna.id)];
    expect((await patch(`/v1/tasks/${own.id}`, { completedAt }, as)).body.completedAt).toBe(completedAt);
    expect((await patch(`/v1/tasks/${annas.id}`, { completedAt }, as)).body).toEqual(adultsOnly);
    expect((await patch(`/v1/tasks/${annas.id}`, { memberId: mia.id }, as)).body).toEqual(adultsOnly);
    expect((await patch(`/v1/tasks/${annas.id}`, { label: "Paper" }, as)).body.label).toBe("Paper");
  });

  test("An API key of a child ticks only list items that are assigned to the child or to nobody", async () => {
    const { post, patch, list, anna, mia, as } = await homeOfKeys();
    const at = `/v1/lists/${(await list("Camping")).id}/blocks`;
    const tick = async (memberId: string | null) => {
      const { body } = await post(at, { type: "task", content: "Tent" });
      await patch(`${at}/${body.id}`, { memberId });
      return (await patch(`${at}/${body.id}`, { done: true }, as)).status;
    };
    expect([await tick(mia.id), await tick(null), await tick(anna.id)]).toEqual([200, 200, 403]);
  });

  test("An API key of a child changes single dates of a series, but not the whole series", async () => {
    const { post, patch, delete: remove, mia, as } = await homeOfKeys();
    const times = { startsAt: "2026-12-01T15:00:00Z", endsAt: "2026-12-01T16:00:00Z" };
    const piano = { title: "Piano", ...times, memberIds: [mia.id] };
    const { body: event } = await post("/v1/events", { ...piano, recurrenceRule: "FREQ=WEEKLY" });
    const path = `/v1/events/${event.id}`;
    const date = "instanceStartsAt=2026-12-08T15:00:00Z";
    const one = { editScope: "this", instanceStartsAt: "2026-12-08T15:00:00Z", title: "Flute" };
    expect((await patch(path, one, as)).body.title).toBe("Flute");
    expect((await patch(path, { ...one, editScope: "this_and_future" }, as)).body).toEqual(adultsOnly);
    expect((await patch(path, { recurrenceRule: null }, as)).body).toEqual(adultsOnly);
    expect((await remove(`${path}?scope=this&${date}`, as)).body).toEqual(adultsOnly);
    const { body: once } = await post("/v1/events", piano, as);
    expect((await remove(`/v1/events/${once.id}`, as)).status).toBe(200);
  });

  test("An API key of a child can make only the child's own list personal", async () => {
    const { get, patch, list, anna, as, createKey } = await homeOfKeys();
    const hide = ({ id }: Member) => patch(`/v1/lists/${id}/settings`, { visibility: "personal" }, as);
    const own = await list("Diary", as);
    expect((await hide(own)).status).toBe(200);
    expect((await get(`/v1/lists/${own.id}`, { key: createKey({ memberId: anna.id }).key })).status).toBe(404);
    const refused = refusal(403, "Only the list's owner can change who sees it");
    expect((await hide(await list("Camping"))).body).toEqual(refused);
  });

  test("An API key of a child undoes the child's own changes, but no changes that only adults can undo", async () => {
    const { home, post, list, entries, as, mia, setRole } = await homeOfKeys();
    const undo = (id: string | undefined, by: Pick<Home, "post"> = { post: (path) => post(path, {}, as) }) =>
      by.post(`/v1/activity/${id}/undo`, {});
    await list("Diary", as);
    expect((await undo(entries()[0]?.id)).status).toBe(200);
    await list("Camping");
    expect((await undo(entries()[0]?.id)).body).toEqual(ownAndRecentOnly);
    await setRole("adult");
    expect((await post("/v1/check-ins", checkInBody([mia.id]), as)).status).toBe(200);
    await setRole("child");
    const made = entries().find(({ subject }) => subject.type === "check_in");
    expect((await undo(made?.id)).body).toEqual(adultsOnly);
    expect((await undo(made?.id, home.as(mia))).body).toEqual(adultsOnly);
  });

  test("An API key of a child sees only the child's check-ins, and no API key sees the content of answers", async () => {
    const { add, answer, mia, anna, get, createKey } = await homeWithCheckIns();
    await add({ assigneeIds: [anna.id] });
    const checkIn = await add({ times: [{ time: "07:30" }] });
    for (const { id } of [anna, mia]) expect((await answer(checkIn, { memberId: id })).status).toBe(200);
    const answersOf = async (memberId: string | null) => {
      const { body } = await get("/v1/check-ins", { key: createKey({ memberId }).key });
      return body.checkIns.map(({ today }: any) => today.map((each: any) => each.answer));
    };
    const answered = { answeredAt: "2026-11-27T09:00:00.000Z" };
    expect(await answersOf(mia.id)).toEqual([[answered]]);
    for (const memberId of [anna.id, null])
      expect(await answersOf(memberId)).toEqual([
        [null, null],
        [answered, answered],
      ]);
  });
});

describe("the role of a member who has an API key", () => {
  test("A new role of a member applies from the next request with the member's API key", async () => {
    const { home, as, get, delete: remove, list, setRole, anna } = await homeOfKeys();
    await home.as(anna).post("/v1/check-ins", checkInBody([anna.id]));
    const checkIns = async () => (await get("/v1/check-ins", as)).body.checkIns.length;
    const path = `/v1/lists/${(await list("Camping")).id}`;
    expect([await checkIns(), await checkIns()]).toEqual([0, 0]);
    expect((await remove(path, as)).body).toEqual(adultsOnly);
    await setRole("adult");
    const etag = (await get("/v1/check-ins", as)).headers.get("ETag") ?? "";
    expect([await checkIns(), await checkIns()]).toEqual([1, 1]);
    await setRole("child");
    const again = await get("/v1/check-ins", { ...as, headers: { "If-None-Match": etag } });
    expect([again.status, await checkIns()]).toEqual([200, 0]);
    expect((await remove(path, as)).body).toEqual(adultsOnly);
    await setRole("adult");
    expect((await remove(path, as)).status).toBe(200);
  });

  test("The role of a member with an API key is checked again after the whole request body has arrived", async () => {
    const { post, call, mia, ben, setRole, createKey, entries } = await homeOfKeys();
    const { key } = createKey({ memberId: ben.id });
    const body = checkInBody([mia.id]);
    expect((await post("/v1/check-ins", body, { key })).status).toBe(200);
    const raw = new ReadableStream({
      async pull(out) {
        await setRole("child", ben.id);
        out.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        out.close();
      },
    });
    const late = await call("POST", "/v1/check-ins", { key, raw, headers: { "Content-Type": "application/json" } });
    expect(late.body).toEqual(adultsOnly);
    expect(entries().filter(({ subject }) => subject.type === "check_in").length).toBe(1);
  });

  test("An API key of a removed member is refused, even if the key itself was not revoked", async () => {
    const { home, as, anna, mia, get, post, db, id } = await homeOfKeys();
    const refused = refusal(401, "Invalid API key");
    expect((await get("/v1/tasks", as)).status).toBe(200);
    expect((await home.as(anna).delete(`/app/members/${mia.id}`)).status).toBe(200);
    expect((await get("/v1/tasks", as)).body).toEqual(refused);
    db.$client.run("UPDATE api_key SET revoked_at = NULL WHERE household_id = ?", [id]);
    await post("/v1/tasks", { label: "A change", memberId: anna.id });
    expect((await get("/v1/tasks", as)).body).toEqual(refused);
  });

  test("An API key without a member has the role of an adult", async () => {
    const { delete: remove, list, task, patch, anna } = await homeOfKeys();
    expect((await remove(`/v1/lists/${(await list("Camping")).id}`)).status).toBe(200);
    const completedAt = "2026-11-27T08:00:00.000Z";
    expect((await patch(`/v1/tasks/${(await task(anna.id)).id}`, { completedAt })).status).toBe(200);
  });
});

test("A child cannot use a cookie, API key, tablet or app password for a change that is for adults", async () => {
  const { home, anna, mia, as, task, call, post, setRole } = await homeOfKeys();
  const path = `/v1/tasks/${(await task(anna.id)).id}`;
  const body = { completedAt: "2026-11-27T08:00:00.000Z" };
  const answers = [
    await home.as(mia).call("PATCH", path, { body }),
    await call("PATCH", path, { body, key: as.key }),
    await (await tablet(home)).for(mia).call("PATCH", path, { body }),
  ];
  expect(answers.map(outcome)).toEqual(answers.map(() => ({ status: 403, body: adultsOnly, code: "adults_only" })));
  const times = { startsAt: "2026-12-01T15:00:00Z", endsAt: "2026-12-01T16:00:00Z", recurrenceRule: "FREQ=DAILY" };
  const { body: event } = await post("/v1/events", { title: "Piano", ...times, memberIds: [mia.id] });
  const phone = davClient(home, mia);
  const [name = ""] = Object.keys(await phone.list(mia.id));
  expect((await phone.delete(phone.at(mia.id, name))).status).toBe(403);
  expect((await home.delete(`/v1/events/${event.id}`, as)).body).toEqual(adultsOnly);
  await setRole("adult");
  expect((await phone.delete(phone.at(mia.id, name))).status).toBe(204);
});
