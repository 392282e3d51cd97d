import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";
import { preview } from "../support/operations/calendar-operations.ts";
import { checkInBody, tablet } from "../support/records/check-ins.ts";

async function home() {
  const own = await household();
  const task = { label: "Once", memberId: own.members.anna.id };
  const count = async () => (await own.get("/v1/tasks")).body.tasks.length;
  const post = (key: string, body: unknown = task, request = {}) =>
    own.post("/v1/tasks", body, { headers: { "Idempotency-Key": key }, ...request });
  return { ...own, task, count, post };
}

describe("an idempotency key", () => {
  test("A request with a used idempotency key gets the first answer byte for byte, and writes nothing", async () => {
    const { post, count, entries, get } = await home();
    const first = await post("a");
    const { length } = entries();
    const etag = (await get("/v1/tasks")).headers.get("ETag");
    const second = await post("a");
    expect(second.status).toBe(200);
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    expect(second.headers.get("Content-Type")).toBe("application/json");
    expect(await count()).toBe(1);
    expect(entries().length).toBe(length);
    expect((await get("/v1/tasks")).headers.get("ETag")).toBe(etag);
  });

  test("A request with a used idempotency key gets the first answer, even if the task was deleted since", async () => {
    const { post, delete: remove } = await home();
    const first = await post("a");
    await remove(`/v1/tasks/${first.body.id}`);
    expect((await post("a")).body).toEqual(first.body);
  });

  test("An idempotency key is refused if the request body differs, even only by a space", async () => {
    const { post, task, count, call } = await home();
    await post("a");
    const used = refusal(422, "Idempotency key was used for another request");
    expect((await post("a", { ...task, label: "Twice" })).body).toEqual(used);
    const raw = `${JSON.stringify(task)} `;
    const headers = { "Idempotency-Key": "a", "Content-Type": "application/json" };
    expect((await call("POST", "/v1/tasks", { raw, headers })).body).toEqual(used);
    expect(await count()).toBe(1);
  });

  test("Several callers can use the same idempotency key for different requests", async () => {
    const { post, count, createKey, neighbour } = await home();
    await post("a");
    expect((await post("a", undefined, { key: createKey().key })).headers.get("Idempotency-Replayed")).toBeNull();
    expect(await count()).toBe(2);
    const other = await neighbour();
    const theirs = { label: "Theirs", memberId: other.members.anna.id };
    const { headers } = await other.post("/v1/tasks", theirs, { headers: { "Idempotency-Key": "a" } });
    expect(headers.get("Idempotency-Replayed")).toBeNull();
  });

  test("A refused request can be corrected and repeated with the same idempotency key", async () => {
    const { post, task, count } = await home();
    expect((await post("a", { ...task, label: "" })).status).toBe(400);
    expect((await post("a", { ...task, memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" })).status).toBe(422);
    expect((await post("a")).status).toBe(200);
    expect(await count()).toBe(1);
  });

  test("Twenty simultaneous requests with one idempotency key write only once", async () => {
    const { post, count } = await home();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post("a")));
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    expect(done.filter(({ headers }) => headers.get("Idempotency-Replayed") === null).length).toBe(1);
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(body).toEqual(refusal(409, "A request with this idempotency key is in progress"));
    }
    expect(await count()).toBe(1);
  });

  test("An idempotency key is refused while the body of an earlier request with the key still arrives", async () => {
    const { call, post, task, count } = await home();
    const { stream, send } = slowBody(JSON.stringify(task));
    const headers = { "Idempotency-Key": "slow", "Content-Type": "application/json" };
    const first = call("POST", "/v1/tasks", { raw: stream, headers });
    await Bun.sleep(50);
    const second = await post("slow");
    expect(second.body).toEqual(refusal(409, "A request with this idempotency key is in progress"));
    send();
    expect((await first).status).toBe(200);
    expect((await post("slow")).headers.get("Idempotency-Replayed")).toBe("true");
    expect(await count()).toBe(1);
  });

  test("An idempotency key can be used again after a request with an incomplete body was refused", async () => {
    const { call, post } = await home();
    const headers = { "Idempotency-Key": "x", "Content-Type": "application/json" };
    expect((await call("POST", "/v1/tasks", { raw: "{", headers })).status).toBe(400);
    expect((await post("x")).status).toBe(200);
  });

  test.each(["", "x".repeat(256), "küche", "a\tb"])("An idempotency key with the value %p is refused", async (key) => {
    const { post, count } = await home();
    const expected = "Idempotency-Key: must be 1 to 255 printable ASCII characters";
    expect((await post(key)).body).toEqual(refusal(400, expected));
    expect(await count()).toBe(0);
  });

  test.each(["x".repeat(255), " a b ", "~!'\"\\"])("An idempotency key may have the value %p", async (key) => {
    const { post } = await home();
    expect((await post(key)).status).toBe(200);
    expect((await post(key)).headers.get("Idempotency-Replayed")).toBe("true");
  });

  test("A repeated request with an idempotency key goes through the same permission checks", async () => {
    const { post, setPlan, createKey } = await home();
    await post("a");
    expect((await post("a", undefined, { key: null })).status).toBe(401);
    expect((await post("a", undefined, { key: createKey({ scopes: ["tasks.read"] }).key })).status).toBe(403);
    setPlan({ plan: "none", planEndsAt: null, trialEndsAt: null });
    expect((await post("a")).body).toEqual(refusal(403, "subscription_required"));
  });

  test("An idempotency key on a PATCH request is ignored", async () => {
    const { post, call } = await home();
    const { body } = await post("a");
    const patch = (label: string) =>
      call("PATCH", `/v1/tasks/${body.id}`, { body: { label }, headers: { "Idempotency-Key": "p" } });
    await patch("one");
    expect((await patch("two")).body.label).toBe("two");
  });
});

describe("an idempotency key in the app", () => {
  /**
   * Returns the path and body of each operation that the app may repeat, and a body with another meaning. The bodies are
   * null if the operation takes none.
   */
  async function repeatable() {
    const own = await household();
    const { anna, ben, mia } = own.members;
    const app = own.as(anna);
    const chore = { name: "Cat", memberIds: [anna.id, mia.id], startDate: "2020-01-01", recurrenceRule: "FREQ=DAILY" };
    const choreId = (await app.post("/app/chores", chore)).body.id;
    const checkIn = (await app.post("/v1/check-ins", checkInBody([anna.id, mia.id]))).body;
    const { date, time } = checkIn.today[0];
    const recipeId = (await app.post("/v1/recipes", { name: "Soup", ingredients: ["Leek"] })).body.id;
    const meal = async (mealType: string) =>
      (await app.post("/v1/meals", { date: "2026-11-27", mealType, recipeId })).body.id;
    const [a, b, c] = [await meal("dinner"), await meal("lunch"), await meal("breakfast")];
    const answer = { date, time, memberId: mia.id, faceIndex: 1 };
    const done = { memberId: mia.id, date: "2020-01-06" };
    const sectionId = (await app.post("/v1/lists/sections", { name: "Home" })).body.id;
    const listId = (await app.post("/v1/lists", { name: "Packing", sectionId })).body.id;
    const { id: sock } = (await app.post(`/v1/lists/${listId}/blocks`, { type: "task", content: "Socks" })).body;
    await app.patch(`/v1/lists/${listId}/blocks/${sock}`, { done: true });
    const copy = { sectionId, name: "Rome", copyOf: listId };
    const { id: importId } = (await preview(own)).body;
    const choices = { memberIds: [], isGeneral: true, known: "skip" };
    const samples: [path: string, body: object | undefined, other: object | null][] = [
      ["/app/chores", chore, { ...chore, name: "Dog" }],
      [`/app/chores/${choreId}/completions`, done, { ...done, date: "2020-01-07" }],
      [`/app/check-ins/${checkIn.id}/answers`, answer, { ...answer, faceIndex: 2 }],
      ["/app/meals/swap", { a, b }, { a, b: c }],
      [`/app/meals/${a}/repeat`, { everyWeeks: 2 }, { everyWeeks: 3 }],
      [`/app/recipes/${recipeId}/likes`, { memberId: anna.id }, { memberId: ben.id }],
      ["/app/members", { name: "Leo", role: "child" }, { name: "Lea", role: "child" }],
      ["/app/lists", copy, { ...copy, name: "Milan" }],
      [`/app/lists/${listId}/untick`, undefined, null],
      ["/app/list-templates", { listId }, { listId, name: "Trips" }],
      [`/app/calendar-imports/${importId}`, choices, { ...choices, known: "update" }],
    ];
    return { ...own, anna, ben, mia, app, samples };
  }

  test("The app gets the first answer for a used idempotency key, or a refusal if the body is different", async () => {
    const { app, samples, entries } = await repeatable();
    for (const [path, body, other] of samples) {
      const headers = { "Idempotency-Key": `for ${path}` };
      const first = await app.post(path, body, { headers });
      expect({ path, status: first.status }).toEqual({ path, status: 200 });
      const { length } = entries();
      const second = await app.post(path, body, { headers });
      expect(second.body).toEqual(first.body);
      expect(second.headers.get("Idempotency-Replayed")).toBe("true");
      expect(second.headers.get("X-Activity-Id")).toBe(first.headers.get("X-Activity-Id"));
      const used = refusal(422, "Idempotency key was used for another request");
      if (other) expect((await app.post(path, other, { headers })).body).toEqual(used);
      expect(entries().length).toBe(length);
    }
  });

  test("Simultaneous requests of the app with one idempotency key write only once", async () => {
    const { app, samples, entries } = await repeatable();
    for (const [path, body] of samples) {
      const { length } = entries();
      const headers = { "Idempotency-Key": `for ${path}` };
      const answers = await Promise.all(Array.from({ length: 5 }, () => app.post(path, body, { headers })));
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect(entries().length).toBe(length + 1);
    }
  });

  test("The app's OpenAPI document describes an idempotency key only for operations that use the key", async () => {
    const { get, samples } = await repeatable();
    const { paths } = (await get("/app/openapi.json", { key: null })).body;
    const described = Object.keys(paths).filter((path) =>
      JSON.stringify(paths[path].post ?? "").includes("Idempotency"),
    );
    const id = /[\da-f]{8}-[\da-f-]{27}/;
    // The contract test repeats what only tablets may call.
    const forTablets = ["events", "list-items", "meals", "tasks"].map((what) => `/app/wall/${what}`);
    expect(described.map((path) => path.replace(/\{\w+\}/, "{}")).sort()).toEqual(
      samples
        .map(([path]) => path.replace(id, "{}"))
        .concat(forTablets)
        .sort(),
    );
  });

  test("An idempotency key in the app is ignored if the answer contains a secret", async () => {
    const { app, ben } = await repeatable();
    const invite = () =>
      app.call("POST", `/app/members/${ben.id}/invitation`, { headers: { "Idempotency-Key": "same" } });
    const links = [(await invite()).body.link, (await invite()).body.link];
    expect(links[0]).toMatch(/join#/);
    expect(links[0]).not.toBe(links[1]);
  });

  test("An idempotency key of a tablet belongs to the selected member", async () => {
    const own = await repeatable();
    const device = await tablet(own);
    const headers = { "Idempotency-Key": "tap" };
    for (const [path, body] of own.samples.slice(1, 3)) {
      const key = { headers: { "Idempotency-Key": `tap ${path}` } };
      const first = await device.for(own.anna).post(path, body, key);
      expect(first.status).toBe(200);
      const again = await device.for(own.anna).post(path, body, key);
      expect({ body: again.body, replayed: again.headers.get("Idempotency-Replayed") }).toEqual({
        body: first.body,
        replayed: "true",
      });
      const other = await device.for(own.mia).post(path, body, key);
      expect(other.body).toEqual(refusal(422, "Idempotency key was used for another request"));
      expect((await own.app.post(path, body, key)).headers.get("Idempotency-Replayed")).toBeNull();
    }
    const [, [path, , other] = ["", {}, {}]] = own.samples;
    expect((await device.for({ id: own.anna.id.toUpperCase() }).post(path, other, { headers })).status).toBe(200);
    const replayed = await device.for(own.anna).post(path, other, { headers });
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
  });

  test("A completion of a chore is deleted in the app once, and a second deletion returns 404", async () => {
    const { app, samples } = await repeatable();
    const [, [path, body] = ["", {}]] = samples;
    const { id } = (await app.post(path, body)).body;
    expect((await app.delete(`${path}/${id}`)).status).toBe(200);
    expect((await app.delete(`${path}/${id}`)).body).toEqual(refusal(404, "Completion not found"));
  });
});

/** A request body that sends its second half when `send` is called. */
function slowBody(text: string) {
  const bytes = new TextEncoder().encode(text);
  const half = Math.floor(bytes.length / 2);
  let send = () => {};
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, half));
      send = () => {
        controller.enqueue(bytes.slice(half));
        controller.close();
      };
    },
  });
  return { stream, send: () => send() };
}
