/** Tests the `restored` field of an undo: the types and ids of the restored records. */
import { describe, expect, test } from "bun:test";
import { type Home, household, serverInProcess } from "../support/home/home.ts";
import { undo } from "../support/home/undo.ts";
import { checkInBody } from "../support/records/check-ins.ts";
import { homeWithGroceries } from "../support/records/lists.ts";

type Record = { type: string; id: string };

const weekly = {
  title: "Piano",
  startsAt: "2026-12-01T16:00:00+01:00",
  endsAt: "2026-12-01T17:00:00+01:00",
  recurrenceRule: "FREQ=WEEKLY",
};
const sorted = (records: Record[]) => records.map(({ type, id }) => `${type} ${id}`).sort();

/** Undoes the last change, then that undo, then the second undo. Returns the restored records of each. */
async function restoredInTurn(home: Home): Promise<Record[][]> {
  const all = [];
  for (let turn = 0; turn < 3; turn++) {
    const { status, body } = await undo(home);
    expect(status).toBe(200);
    all.push(body.restored);
  }
  return all;
}

describe("the `restored` field", () => {
  test("The field `restored` is empty if undo deletes a new record", async () => {
    const home = await household();
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    expect(await restoredInTurn(home)).toEqual([[], [{ type: "task", id: task.id }], []]);
  });

  test("The field `restored` names a record if the deletion of the record is undone", async () => {
    const home = await household();
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    await home.delete(`/v1/tasks/${task.id}`);
    const back = [{ type: "task", id: task.id }];
    expect(await restoredInTurn(home)).toEqual([back, [], back]);
  });

  test("The field `restored` names a changed record at each undo", async () => {
    const home = await household();
    const { body: recipe } = await home.post("/v1/recipes", { name: "Lasagne" });
    const same = [{ type: "recipe", id: recipe.id }];
    await home.patch(`/v1/recipes/${recipe.id}`, { prepMinutes: 5 });
    expect(await restoredInTurn(home)).toEqual([same, same, same]);
    await home.delete(`/v1/recipes/${recipe.id}`);
    expect((await undo(home)).body.restored).toEqual(same);
  });

  test("The field `restored` names the original series, not the new series, if a split is undone", async () => {
    const home = await household();
    const { body: series } = await home.post("/v1/events", weekly);
    const from = { editScope: "this_and_future", instanceStartsAt: "2026-12-08T15:00:00Z" };
    const { body: begun } = await home.patch(`/v1/events/${series.id}`, { ...from, title: "Violin" });
    const [first, second] = await restoredInTurn(home);
    expect(first).toEqual([{ type: "event", id: series.id }]);
    expect(sorted(second ?? [])).toEqual([`event ${begun.id}`, `event ${series.id}`].sort());
  });

  test("The field `restored` names the series if a cancelled instance is restored", async () => {
    const home = await household();
    const { body: series } = await home.post("/v1/events", weekly);
    await home.delete(`/v1/events/${series.id}?scope=this&instanceStartsAt=2026-12-08T15:00:00Z`);
    const same = [{ type: "event", id: series.id }];
    expect(await restoredInTurn(home)).toEqual([same, same, same]);
  });

  test("The field `restored` names only the list if undo restores a list with items", async () => {
    const home = await homeWithGroceries();
    const { listId, milk, oat, soy, bread, at } = home;
    await home.delete(`${at}/${milk.id}`);
    const blocks = [milk, oat, soy].map(({ id }) => `block ${id}`).sort();
    expect(sorted((await undo(home)).body.restored)).toEqual(blocks);
    const operations = [
      { op: "create", type: "task", content: "New", beforeBlockId: bread.id },
      { op: "update", blockId: oat.id, done: true },
      { op: "delete", blockId: bread.id },
    ];
    expect((await home.post(`${at}/batch`, { operations })).status).toBe(200);
    expect(sorted((await undo(home)).body.restored)).toEqual([`block ${oat.id}`, `block ${bread.id}`].sort());
    await home.delete(`/v1/lists/${listId}`);
    expect((await undo(home)).body.restored).toEqual([{ type: "list", id: listId }]);
  });

  test("The field `restored` is empty if undo removes an inserted item", async () => {
    const { post, at, milk, oat, ...home } = await homeWithGroceries();
    const { body: block } = await post(at, { type: "task", content: "Eggs", beforeBlockId: milk.id });
    expect((await undo(home)).body.restored).toEqual([]);
    expect((await undo(home)).body.restored).toEqual([{ type: "block", id: block.id }]);
    await post(at, { type: "task", content: "Rice", parentId: milk.id, beforeBlockId: oat.id });
    expect((await undo(home)).body.restored).toEqual([]);
  });

  test("The field `restored` names the items that undo of a reorder moves back", async () => {
    const home = await homeWithGroceries();
    const { at, milk, dairy, bread } = home;
    await home.patch(`${at}/reorder`, { ids: [dairy.id, milk.id, bread.id] });
    expect(sorted((await undo(home)).body.restored)).toEqual([`block ${dairy.id}`, `block ${milk.id}`].sort());
  });

  test("The field `restored` names both meals when a swap is undone", async () => {
    const home = await household();
    const { body: recipe } = await home.post("/v1/recipes", { name: "Lasagne" });
    const plan = async (mealType: string) =>
      (await home.post("/v1/meals", { date: "2026-11-27", mealType, recipeId: recipe.id })).body.id;
    const [a, b] = [await plan("lunch"), await plan("dinner")];
    await home.as(home.members.anna).post("/app/meals/swap", { a, b });
    expect(sorted((await undo(home)).body.restored)).toEqual([`meal ${a}`, `meal ${b}`].sort());
  });

  test("The field `restored` names a reopened chore, and a check-in with a removed answer", async () => {
    const home = await household({ server: serverInProcess() }); // Chores and answers need a fixed date.
    const anna = home.as(home.members.anna);
    const memberId = home.members.anna.id;
    const body = { name: "Dishes", memberIds: [memberId], startDate: "2026-11-27", recurrenceRule: "FREQ=DAILY" };
    const { body: chore } = await anna.post("/app/chores", body);
    await anna.post(`/app/chores/${chore.id}/completions`, { memberId, date: "2026-11-27" });
    const open = [{ type: "chore", id: chore.id }];
    expect(await restoredInTurn(home)).toEqual([open, open, open]);
    const { body: checkIn } = await anna.post("/v1/check-ins", checkInBody([memberId]));
    const { date, time } = checkIn.today[0];
    await anna.post(`/app/check-ins/${checkIn.id}/answers`, { date, time, memberId, faceIndex: 0 });
    expect((await undo(home)).body.restored).toEqual([{ type: "check_in", id: checkIn.id }]);
    await anna.delete(`/v1/check-ins/${checkIn.id}`);
    const back = [{ type: "check_in", id: checkIn.id }];
    expect(await restoredInTurn(home)).toEqual([back, [], back]);
  });

  test("The field `restored` names a member or the household if profile or settings are restored", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    await anna.patch(`/app/members/${home.members.mia.id}`, { color: "grape" });
    expect((await undo(home)).body.restored).toEqual([{ type: "member", id: home.members.mia.id }]);
    await anna.patch("/app/household", { weekStartsOn: 7 });
    expect((await undo(home)).body.restored).toEqual([{ type: "household", id: home.id }]);
  });
});
