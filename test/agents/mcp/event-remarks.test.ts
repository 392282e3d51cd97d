/** Remarks about a series in answers about events. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { mcpHome } from "../../support/mcp/mcp.ts";

const schoolRun = { title: "School run", starts: "2026-11-30T07:40", ends: "2026-11-30T08:00", members: ["Anna"] };

describe("two times of a series at once", () => {
  test("The tools update_event and list_events report an occurrence that moves onto another one of its series", async () => {
    const { use } = await mcpHome();
    const weekdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
    const { data } = await use("create_event", { ...schoolRun, repeat: weekdays });
    const one = { eventId: data.id, editScope: "this", instanceStart: "2026-12-01T07:40" };
    const moved = await use("update_event", { ...one, starts: "wednesday" });
    const overlap = "Overlaps “School run” · Wed 2 Dec 2026, 07:40–08:00 (Europe/Berlin) · Anna · the same series";
    expect(moved.texts[0].split("\n").slice(1)).toEqual([overlap]);
    const { texts } = await use("list_events", { clashes: true });
    expect(texts[0]).toStartWith(
      "Clashes:\n- Anna: “School run” 07:40–08:00 and “School run” 07:40–08:00 on Wed 2 Dec 2026\n",
    );
    const all = await use("update_event", { eventId: data.id, editScope: "all", members: ["Ben", "Anna"] });
    expect(all.texts[0].match(/^Overlaps .*$/gm)).toEqual([overlap.replace("Anna", "Ben, Anna")]);
    const back = await use("update_event", { ...one, starts: "2026-12-01T07:40" });
    expect(back.texts[0]).not.toContain("Overlaps");
  });

  test("A series whose times do not overlap is not reported, nor one all-day time beside another", async () => {
    const { use } = await mcpHome();
    const daily = await use("create_event", { ...schoolRun, repeat: "daily" });
    expect(daily.texts[0]).not.toContain("Overlaps");
    const week = { title: "Camp", starts: "2026-12-07", ends: "2026-12-13", members: ["Mia"], repeat: "daily" };
    expect((await use("create_event", week)).texts[0]).not.toMatch(/Overlaps|All day then/);
  });
});

describe("a day that some months do not have", () => {
  const [yearly, monthly] = ["FREQ=YEARLY;BYMONTH=2", "FREQ=MONTHLY"].map(
    (rule) => `Left out where there is none; for the last day send BYMONTHDAY=-1: ${rule};BYMONTHDAY=-1.`,
  );
  test.each([
    ["2028-02-29", "yearly", yearly],
    ["2028-02-29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", yearly],
    ["2026-12-31T18:00", "monthly", monthly],
    ["2026-11-30", "FREQ=MONTHLY;INTERVAL=2", monthly],
    ["2028-02-29", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", null],
    ["2026-12-31", "FREQ=MONTHLY;BYMONTHDAY=-1", null],
    ["2026-11-28", "monthly", null],
    ["2026-11-29", "FREQ=MONTHLY;BYDAY=-1SU", null],
    ["2026-12-31", "yearly", null],
    ["2028-02-29", "weekly", null],
  ])("An event on %s that repeats by %s gets the remark %p", async (starts, repeat, remark) => {
    const { use } = await mcpHome();
    const { texts, data } = await use("create_event", { title: "Jo", starts, repeat });
    const remarks = (text: string) => text.match(/^Left out .*$/gm);
    expect(remarks(texts[0])).toEqual(remark === null || remark === undefined ? null : [remark]);
    const changed = await use("update_event", { eventId: data.id, editScope: "all", clear: ["repeat"] });
    expect(remarks(changed.texts[0])).toBeNull();
  });
});

test.each([
  [{ from: "sunday 17:00", to: "sunday 23:59" }, "No events on Sun 29 Nov, 17:00–23:59."],
  [{ from: "sunday 17:00", to: "sunday" }, "No events on Sun 29 Nov, 17:00–24:00."],
  [{ from: "2027-01-02", to: "2027-01-02", query: "x" }, "No events on Sat 2 Jan 2027 with these words."],
  [{ from: "sunday 17:00", to: "2026-11-30" }, "No events from Sun 29 Nov 2026, 17:00 to Mon 30 Nov 2026."],
])("The answer of list_events about %j names the hours without events", async (range, text) => {
  const { use } = await mcpHome();
  expect((await use("list_events", range)).texts[0]).toBe(text);
});
