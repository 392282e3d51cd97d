/** The German search says as much as the English one. Tested without a browser. */
import "./document.ts";
import { describe, expect, test } from "bun:test";
import { translateSentence } from "#web/features/activity/model/translate-sentence.ts";
import { sentences } from "#web/i18n/de/activity.ts";
import { checkIns } from "#web/i18n/de/today.ts";
import { monday } from "../support/records/agenda.ts";
import { homeToSearch } from "../support/records/search.ts";
import { germanFormats } from "../support/source/german-formats.ts";

const words = { sentences, checkIns };

async function germanHome() {
  const home = await homeToSearch();
  /** Returns the German title and line of each search result, by the English line. */
  const lines = async (query: string): Promise<Record<string, string>> => {
    const { results } = (await home.asAnna.get(`/app/search?query=${query}&limit=50`)).body;
    return Object.fromEntries(
      results.map(({ title, line, parts }: any) => {
        const german = translateSentence(parts.line, words, { year: "2026", formats: germanFormats });
        const name = parts.title ? translateSentence(parts.title, words, { year: "2026" }) : title;
        return [line, `${name}: ${german}`];
      }),
    );
  };
  return { ...home, lines };
}

describe("The German search", () => {
  test("The German search describes each kind of result in German", async () => {
    const home = await germanHome();
    const { anna, ben } = home;
    await home.event("Zoo trip", "2031-05-05T14:00:00Z", "2031-05-05T15:30:00Z", { location: "Town\nhall" });
    await home.event("Zoo camp", "2031-05-05T00:00:00Z", "2031-05-08T00:00:00Z", { allDay: true });
    await home.event("Zoo day", "2031-05-06T00:00:00Z", "2031-05-07T00:00:00Z", { allDay: true });
    await home.event("Zoo night", "2031-05-05T20:00:00Z", "2031-05-06T06:00:00Z", { recurrenceRule: "FREQ=MONTHLY" });
    await home.event("Zoo call", "2031-05-05T20:00:00Z", "2031-05-05T20:00:00Z");
    await home.task("Zoo tickets", monday, ben.id);
    const task = await home.task("Zoo plan", monday, ben.id);
    await home.patch(`/v1/tasks/${task.id}`, { completedAt: "2026-01-01T00:00:00Z" });
    await home.chore("Zoo chore");
    await home.chore("Zoo chore later", { active: false, recurrenceRule: null, assignment: "anyone" });
    const asked = { presetKey: "custom", question: "Zoo?", name: "Zoo check-in" };
    await home.checkIn([anna.id, ben.id], asked);
    const list = await home.list("Zoo list", { visibility: "personal" });
    const block = await home.block(list.id, "Zoo block");
    await home.change(block, { memberId: ben.id, dueDate: "2031-05-05T12:30:00Z" });
    await home.change(await home.block(list.id, "Zoo item"), { done: true });
    await home.meal("Zoo cake", monday, "morning_snack");
    await home.recipe("Zoo soup", { prepMinutes: 75, ingredients: ["Water", "Salt"] });
    await home.recipe("Zoo bread", { prepMinutes: 1 });
    await home.recipe("Zoo surprise");
    home.add("Zoo visitor", "guest");
    expect(await home.lines("zoo")).toEqual({
      "Mon 5 May 2031, 16:00 to 17:30, Town hall": "Zoo trip: Mo., 5. Mai 2031, 16:00 bis 17:30, Town hall",
      "Mon 5 May 2031 to Wed 7 May 2031": "Zoo camp: Mo., 5. Mai 2031 bis Mi., 7. Mai 2031",
      "Tue 6 May 2031, all day": "Zoo day: Di., 6. Mai 2031, ganztägig",
      "Mon 5 May 2031, 22:00 to Tue 6 May 2031, 08:00, every month":
        "Zoo night: Mo., 5. Mai 2031, 22:00 bis Di., 6. Mai 2031, 08:00, jeden Monat",
      "Mon 5 May 2031, 22:00": "Zoo call: Mo., 5. Mai 2031, 22:00",
      "For Ben, due Mon 5 May 2031": "Zoo tickets: Für Ben, fällig am Mo., 5. Mai 2031",
      "For Ben, completed": "Zoo plan: Für Ben, erledigt",
      "For Anna and Ben, every day": "Zoo chore: Für Anna und Ben, jeden Tag",
      "For Anna and Ben, due Mon 5 May 2031, paused":
        "Zoo chore later: Für Anna und Ben, fällig am Mo., 5. Mai 2031, pausiert",
      "Asks Anna and Ben: Zoo?": "Zoo check-in: Fragt Anna und Ben: Zoo?",
      "In “Home”, personal": "Zoo list: In „Home“, nur für dich",
      "On “Zoo list”, for Ben, due Mon 5 May 2031 at 14:30":
        "Zoo block: Auf „Zoo list“, für Ben, fällig am Mo., 5. Mai 2031 um 14:30",
      "On “Zoo list”, ticked off": "Zoo item: Auf „Zoo list“, abgehakt",
      "1 ingredient": "Zoo cake: 1 Zutat",
      "Morning snack on Mon 5 May 2031": "Zoo cake: Snack vormittags am Mo., 5. Mai 2031",
      "75 minutes, 2 ingredients": "Zoo soup: 75 Minuten, 2 Zutaten",
      "1 minute": "Zoo bread: 1 Minute",
      Recipe: "Zoo surprise: Rezept",
      Guest: "Zoo visitor: Gast",
    });
  });

  test("The German search translates ready-made questions of check-ins, but not words of the household", async () => {
    const home = await germanHome();
    const { mia } = home.members;
    await home.checkIn([mia.id], { presetKey: "sleep" });
    await home.checkIn([mia.id], { presetKey: "school", name: "Sleep at school" });
    await home.checkIn([mia.id], { presetKey: "custom", name: "Sleep", question: "Sleep?", active: false });
    expect(await home.lines("sleep")).toEqual({
      "Asks Mia: How did you sleep last night?": "Schlaf: Fragt Mia: Wie hast du geschlafen?",
      "Asks Mia: How was school today?": "Sleep at school: Fragt Mia: Wie war’s heute in der Schule?",
      "Asks Mia: Sleep? (paused)": "Sleep: Fragt Mia: Sleep? (pausiert)",
    });
  });

  test("The path `/app/search` returns texts in parts that can be translated, but `/v1/search` does not", async () => {
    const home = await germanHome();
    await home.task("Zoo tickets", monday, home.ben.id);
    const { parts, ...result } = (await home.asAnna.get("/app/search?query=zoo")).body.results[0];
    expect(parts.title).toBeNull();
    expect((await home.get("/v1/search?query=zoo")).body.results).toEqual([result]);
    expect((await home.get("/app/search?query=zoo")).status).toBe(403);
  });
});
