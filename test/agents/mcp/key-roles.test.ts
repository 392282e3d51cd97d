/** Tools that a key of a child, a guest or an adult is offered, and what each of them answers. */
import { describe, expect, test } from "bun:test";
import { catalogue } from "#agents/mcp/catalogue.ts";
import { household } from "../../support/home/home.ts";
import { namesOf, withMcpClient } from "../../support/mcp/mcp.ts";
import { everything, toolSamples } from "../../support/mcp/samples.ts";
import { toolNames } from "../../support/mcp/tools.ts";

/** Tools of which REST refuses every call by a child or guest. */
const forAdults = ["archive_recipe", "delete_check_in", "delete_list", "save_check_in"];

/** Tools whose sample calls concern a whole series, the task of an adult, or a change that only an adult may undo. */
const refused = [...forAdults, "delete_event", "undo_change", "update_event", "update_tasks"];

const adultsOnly = {
  isError: true,
  code: "adults_only",
  texts: [
    "Only an owner or adult can do this",
    "This key belongs to a child or guest, who may not do that. Ask an adult of the household to do it.",
  ],
};

describe.each(["child", "guest"] as const)("a key of a %s", (role) => {
  test.each([...catalogue.byName.keys()])(
    "The API key of a child or guest may use the tool %s as far as REST allows",
    async (name) => {
      const home = await everything();
      const { body: member } = await home.as(home.members.anna).post("/app/members", { name: `A ${role}`, role });
      const { key } = home.createKey({ memberId: member.id });
      const before = home.entries().length;
      const { isError, texts, _meta } = await home.use(name, toolSamples[name]?.(home) ?? {}, { key });
      if (!refused.includes(name)) return expect({ isError, texts }).toEqual({ isError: undefined, texts });
      expect({ isError, texts: texts.slice(0, 1), code: _meta?.code }).toEqual({
        ...adultsOnly,
        texts: [adultsOnly.texts[0]],
      });
      if (forAdults.includes(name)) expect(texts).toEqual(adultsOnly.texts);
      expect(home.entries().length).toBe(before);
    },
  );

  test("The API key of a child or guest sees only the tools that the role allows", async () => {
    const home = await household();
    const { ask, askOld, use } = withMcpClient(home);
    const { key } = home.createKey({ memberId: home.add(`A ${role}`, role).id });
    const offered = toolNames.filter((name) => !forAdults.includes(name));
    expect(namesOf(await ask("tools/list", {}, { key })).toSorted()).toEqual(offered.toSorted());
    expect(namesOf(await askOld("tools/list", {}, { key })).toSorted()).toEqual(offered.toSorted());
    expect((await use("get_today", {}, { key })).texts[0]).toContain(
      `You act for A ${role}, a ${role}: “me” means that person. You may do no more than a ${role} may.`,
    );
  });
});

test("The API key of an adult sees all tools, and a changed role counts from the next request", async () => {
  const home = await household();
  const { ask, use } = withMcpClient(home);
  const { mia, anna } = home.members;
  const { key } = home.createKey({ memberId: mia.id });
  const count = async () => namesOf(await ask("tools/list", {}, { key })).length;
  expect(await count()).toBe(36);
  const asAnna = home.as(anna);
  await asAnna.patch(`/app/members/${mia.id}`, { role: "adult" });
  expect(await count()).toBe(40);
  await use("create_list", { name: "Camping" });
  await asAnna.patch(`/app/members/${mia.id}`, { role: "guest" });
  expect(await count()).toBe(36);
  const { _meta } = await use("delete_list", { list: "Camping", confirm: true }, { key });
  expect(_meta.code).toBe("adults_only");
});

test("An API key without a member sees all tools", async () => {
  const { ask } = withMcpClient(await household());
  expect(namesOf(await ask("tools/list")).length).toBe(40);
});
