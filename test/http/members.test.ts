import { expect, test } from "bun:test";
import { household } from "../support/home.ts";

test("the directory shows the household and its members in display order", async () => {
  const { get, id, members } = await household();
  const { status, body } = await get("/v1/households/me/members");
  expect(status).toBe(200);
  expect(body.household).toEqual({ id, name: "Test", timeZone: "Europe/Berlin", weekStartsOn: 1 });
  expect(body.members.map((member: any) => [member.id, member.name, member.role, member.avatar])).toEqual([
    [members.anna.id, "Anna", "owner", null],
    [members.ben.id, "Ben", "adult", null],
    [members.mia.id, "Mia", "child", null],
  ]);
  expect(new Set(body.members.map((member: any) => member.color)).size).toBe(3);
  expect(body.members[0].createdBy).toEqual({ kind: "system", id: null, name: "Inglenook", agentName: null });
});

test("any valid key may read it, whatever its scopes", async () => {
  const { get } = await household({ scopes: ["meals.read"] });
  expect((await get("/v1/households/me/members")).status).toBe(200);
});
