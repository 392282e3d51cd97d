/** Settlements of households whose calendars are large. */
import { expect, spyOn, test } from "bun:test";
import { planSettlement } from "../../src/reminders/settle.ts";
import { davClient } from "../support/dav.ts";
import { heavySeries } from "../support/heavy-objects.ts";
import { household, serverInProcess } from "../support/home.ts";

test("A settlement parses only what changed since the one before", async () => {
  const server = serverInProcess();
  const home = await household({ server });
  const phone = davClient(home);
  const put = (uid: string) => phone.put(phone.at("family", `${uid}.ics`), heavySeries({ uid, overrides: 300 }));
  const largeTextsOf = async (change: () => Promise<unknown>) => {
    await change();
    const parse = spyOn(JSON, "parse");
    planSettlement(server.db, home.id, null, home.clock.now, []);
    const large = parse.mock.calls.filter(([text]) => text.length > 20_000);
    parse.mockRestore();
    return large.length;
  };
  await largeTextsOf(() => put("zero"));
  for (const uid of ["one", "two", "three"]) {
    // The series, and the image of its entry.
    expect(await largeTextsOf(() => put(uid))).toBe(2);
  }
  expect(await largeTextsOf(() => home.post("/v1/tasks", { label: "Bins", memberId: home.members.ben.id }))).toBe(0);
  expect(await largeTextsOf(() => phone.delete(phone.at("family", "one.ics")))).toBe(1);
});
