/** Chores of a test household for browsers, named by members, for changes that other people make. */
import { dateIn } from "#lib/time.ts";
import type { BrowserHome } from "../home.ts";
import { eventually } from "../wait.ts";

/** Returns functions that add, complete and read chores. Dates are in the household's time zone. */
export function choresOf(home: BrowserHome) {
  const api = () => home.api("Anna");
  const idOf = (name: string) => home.member(name).id;
  /** Returns the date that is so many days after today. */
  const day = (days: number) => Temporal.PlainDate.from(dateIn("Europe/Berlin", home.now())).add({ days }).toString();
  const read = async () => (await api().get("/v1/chores")).body;
  const stars = async (): Promise<Record<string, number>> => {
    const { starBalances } = await read();
    const nameOf = (id: string) => ["Anna", "Ben", "Mia"].find((name) => idOf(name) === id) ?? id;
    return Object.fromEntries(starBalances.map((each: any) => [nameOf(each.memberId), each.stars]));
  };
  return {
    day,
    stars,
    /** Adds a chore. By default, the chore is daily and began a week ago. `memberIds` are names of members. */
    async add({ memberIds, ...more }: { name: string; memberIds: string[]; [field: string]: unknown }) {
      const body = { startDate: day(-7), recurrenceRule: "FREQ=DAILY", ...more, memberIds: memberIds.map(idOf) };
      const answer = await api().post("/app/chores", body);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    do: (id: string, name: string, date = day(0)) =>
      api().post(`/app/chores/${id}/completions`, { memberId: idOf(name), date }),
    /** Returns the chore with this name. Undefined if no chore has it. */
    find: async (name: string) => (await read()).chores.find((each: { name: string }) => each.name === name),
    /** Returns the texts of the activity feed, newest first. Entries about new chores are left out. */
    told: async (): Promise<string[]> => {
      const { entries } = (await api().get("/v1/activity")).body;
      return entries
        .map(({ summary }: { summary: string }) => summary)
        .filter((text: string) => !/^(added|joined)/.test(text));
    },
    untilStars: (name: string, count: number) =>
      eventually(`${name} has ${count} stars`, async () => (await stars())[name] === count),
  };
}
