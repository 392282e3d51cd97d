import { describe, expect, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";
import { tablet } from "../support/records/check-ins.ts";

test("The list of members shows the household and the members in display order", async () => {
  const { get, id, members } = await household();
  const { status, body } = await get("/v1/households/me/members");
  expect(status).toBe(200);
  expect(body.household).toEqual({
    id,
    name: "Test",
    timeZone: "Europe/Berlin",
    weekStartsOn: 1,
    groceryListName: "Groceries",
  });
  expect(body.members.map((member: any) => [member.id, member.name, member.role, member.avatar])).toEqual([
    [members.anna.id, "Anna", "owner", null],
    [members.ben.id, "Ben", "adult", null],
    [members.mia.id, "Mia", "child", null],
  ]);
  expect(new Set(body.members.map((member: any) => member.color)).size).toBe(3);
  expect(body.members[0].createdBy).toEqual({ kind: "system", id: null, name: "Inglenook", agentName: null });
});

test("The list of members can be read with any valid API key, whatever the scopes", async () => {
  const { get } = await household({ scopes: ["meals.read"] });
  expect((await get("/v1/households/me/members")).status).toBe(200);
});

describe("the list for managing members", () => {
  const path = "/app/members";
  const password = "a long one that nobody guesses";

  test("The list for managing members shows each member's email and who can sign in, in display order", async () => {
    const own = await household();
    const { members } = own;
    const anna = own.as(members.anna);
    const shown = (await own.get("/v1/households/me/members")).body.members;
    const { status, body } = await anna.get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      members: shown.map((each: object) => ({ ...each, email: null, canSignIn: false, invitedUntil: null })),
    });
    await anna.patch("/app/members/reorder", { ids: [members.mia.id, members.ben.id, members.anna.id] });
    expect((await anna.get(path)).body.members.map(({ name }: { name: string }) => name)).toEqual([
      "Mia",
      "Ben",
      "Anna",
    ]);
  });

  test("The list for managing members shows a change of an email or a sign-in immediately", async () => {
    const own = await household();
    const { members, call } = own;
    const anna = own.as(members.anna);
    const ben = async () => (await anna.get(path)).body.members.find(({ id }: { id: string }) => id === members.ben.id);
    expect(await ben()).toMatchObject({ email: null, canSignIn: false });
    await anna.patch(`${path}/${members.ben.id}`, { email: "Ben@Home.example" });
    expect(await ben()).toMatchObject({ email: "ben@home.example", canSignIn: false });
    const { body } = await anna.post(`${path}/${members.ben.id}/invitation`, undefined);
    expect(await ben()).toMatchObject({ canSignIn: false, invitedUntil: body.expiresAt });
    await call("POST", `/app/invitations/${body.link.split("#")[1]}`, { body: { password }, key: null });
    expect(await ben()).toMatchObject({ email: "ben@home.example", canSignIn: true, invitedUntil: null });
    await anna.delete(`${path}/${members.ben.id}/sign-in`);
    expect(await ben()).toMatchObject({ canSignIn: false, invitedUntil: null });
    await anna.post(`${path}/${members.ben.id}/invitation`, undefined);
    own.db.$client.run("UPDATE invitation SET expires_at = ? WHERE member_id = ?", [
      own.clock.now.toISOString(),
      members.ben.id,
    ]);
    expect(await ben()).toMatchObject({ canSignIn: false, invitedUntil: null });
    await anna.patch(`${path}/${members.ben.id}`, { email: null });
    expect(await ben()).toMatchObject({ email: null });
    await anna.delete(`${path}/${members.ben.id}`);
    expect(await ben()).toBeUndefined();
  });

  test("The list for managing members is only for signed-in adults of the same household", async () => {
    const own = await household();
    const { members } = own;
    const adultsOnly = refusal(403, "Only an owner or adult can do this");
    expect((await own.as(members.ben).get(path)).status).toBe(200);
    expect((await own.as(members.mia).get(path)).body).toEqual(adultsOnly);
    expect((await own.as(own.add("Gus", "guest")).get(path)).body).toEqual(adultsOnly);
    expect((await (await tablet(own)).get(path)).body).toEqual(adultsOnly);
    expect((await own.get(path)).body).toEqual(refusal(403, "Only the app can do this"));
    expect((await own.get(path, { key: null })).body).toEqual(refusal(401, "Not signed in"));
    const other = await own.neighbour();
    const theirs = (await other.as(other.members.anna).get(path)).body.members;
    expect(theirs.map(({ id }: { id: string }) => id)).not.toContain(members.anna.id);
  });

  test("The list of members that every API key can read contains neither emails nor sign-ins", async () => {
    const own = await household();
    await own.as(own.members.anna).patch(`${path}/${own.members.ben.id}`, { email: "ben@home.example" });
    const { body } = await own.get("/v1/households/me/members");
    expect(JSON.stringify(body)).not.toMatch(/home\.example|canSignIn|invitedUntil/);
  });
});
