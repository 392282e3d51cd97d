/** The tool that deletes events. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { lessons, piano, pianos, second, storedEvent, storedEvents, undo } from "../../support/mcp/events.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";

describe("delete_event", () => {
  test.each([
    ["this", "Skipped “Piano” on Tue 8 Dec 2026, 16:00", [lessons[0], lessons[2], lessons[3]]],
    ["this_and_future", "Ended “Piano” before Tue 8 Dec 2026, 16:00", [lessons[0]]],
    ["all", "Deleted “Piano” with all its times", []],
  ] as [string, string, string[]][])(
    "The tool delete_event deletes %s after a confirmation",
    async (scope, did, left) => {
      const home = await mcpHome();
      const eventId = await piano(home);
      const asked = await home.use("delete_event", { eventId, scope, ...second });
      expect([asked.isError, await storedEvents(home)]).toEqual([true, pianos(...lessons)]);
      expect(asked.texts[1]).toContain("confirm: true");
      const { texts, data } = await home.use("delete_event", { eventId, scope, ...second, confirm: true });
      expect(texts).toEqual([`${did} · activityId ${tail(home.entries()[0]?.id)}`]);
      expect(data).toEqual({ id: eventId, activityId: tail(home.entries()[0]?.id), deleted: true });
      expect(await storedEvents(home)).toEqual(pianos(...(left as readonly string[])));
      expect(await undo(home, data.activityId)).toBe(200);
      expect(await storedEvents(home)).toEqual(pianos(...lessons));
    },
  );

  test("The tool delete_event needs the parameters scope and instanceStart only for a series", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    const confirm = true;
    const { texts } = await home.use("delete_event", { eventId, confirm });
    expect(texts[0]).toBe("scope: must be this, this_and_future or all, since “Piano” repeats. Nothing was changed");
    expect(texts[1]).toContain("Parameter scope: this for one time or this_and_future");
    const nowhere = await home.use("delete_event", { eventId, scope: "this" });
    expect(nowhere.texts[0]).toBe("instanceStartsAt: must name an instance if the scope is this");
    expect(await storedEvents(home)).toEqual(pianos(...lessons));
    const skip = { eventId, scope: "this", ...second, confirm };
    await home.use("delete_event", skip);
    for (const given of [{}, { confirm: false }, { confirm }]) {
      const again = await home.use("delete_event", { ...skip, confirm: undefined, ...given });
      expect(again.texts).toEqual(["Nothing to do: “Piano” on Tue 8 Dec 2026, 16:00 is skipped already"]);
      expect(again.data).toEqual({ id: eventId, deleted: true });
    }
    const { data } = await home.use("create_event", { title: "Once", starts: "2026-12-01" });
    const { id } = await storedEvent(home, data.id);
    const gone = await home.use("delete_event", { eventId: data.id, confirm });
    expect(gone.texts[0]).toStartWith("Deleted “Once” on Tue 1 Dec 2026 · activityId ");
    expect((await home.get(`/v1/events/${id}`)).status).toBe(404);
  });

  test("The tool delete_event accepts a confirmation only for the occurrence that was confirmed", async () => {
    const home = await mcpHome();
    const eventId = await piano(home);
    const canAsk = { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } } };
    const agreed = { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } };
    const one = { eventId, scope: "this", ...second };
    const { requestState, inputRequests } = await home.use("delete_event", one, canAsk);
    expect(inputRequests.confirm.params.message).toBe("Really skip “Piano” on Tue 8 Dec 2026, 16:00?");
    for (const other of [
      { ...one, scope: "all" },
      { ...one, instanceStart: "2026-12-15T16:00" },
    ]) {
      const params = { name: "delete_event", arguments: other, ...agreed, requestState };
      expect((await home.ask("tools/call", params, canAsk)).error.message).toBe("Invalid or expired requestState");
    }
    expect(await storedEvents(home)).toEqual(pianos(...lessons));
    await home.use("delete_event", one, { ...canAsk, ...agreed, requestState });
    expect(await storedEvents(home)).toHaveLength(3);
  });
});
