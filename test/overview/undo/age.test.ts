/** Tests how the age of an entry limits its undo. */
import { expect, test } from "bun:test";
import { household, refusal, serverInProcess } from "../../support/home/home.ts";

const day = 86_400_000;

test("An API key can undo its own changes for 24 hours, and an adult can undo changes at any time", async () => {
  const server = serverInProcess();
  const home = await household({ server });
  const add = async (label: string) => {
    await home.post("/v1/tasks", { label, memberId: home.members.ben.id });
    return `/v1/activity/${home.entries()[0]?.id}/undo`;
  };
  const [first, second] = [await add("One"), await add("Two")];
  server.clock.advance(day);
  expect((await home.post(first, undefined)).status).toBe(200);
  server.clock.advance(1);
  const late = refusal(403, "Only your own changes of the last 24 hours can be undone");
  expect((await home.post(second, undefined)).body).toEqual(late);
  server.clock.advance(400 * day);
  expect((await home.as(home.members.ben).post(second, undefined)).status).toBe(200);
  expect((await home.get("/v1/tasks")).body.tasks).toEqual([]);
});

test("A change cannot be undone if an old version of Inglenook did not record its database rows", async () => {
  const home = await household({ server: serverInProcess() });
  const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
  const entry = home.entries()[0]?.id;
  for (const image of [task, [{ id: task.id }], { listIds: [task.id] }, { ids: [], more: {} }]) {
    home.db.$client.query("UPDATE activity SET after = ? WHERE id = ?").run(JSON.stringify(image), entry ?? "");
    const { body } = await home.as(home.members.anna).post(`/v1/activity/${entry}/undo`, undefined);
    expect(body).toEqual(refusal(422, "This kind of change can't be undone"));
  }
  expect((await home.get("/v1/tasks")).body.tasks.length).toBe(1);
});
