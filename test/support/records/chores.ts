/** Test household with functions that add, complete and list chores. */
import { dateIn } from "#lib/time.ts";
import { household, type Server } from "../home/home.ts";

/**
 * Creates a household. `date` returns the date in Berlin that is so many days after today. `add` creates a chore: by
 * default daily, for all three members, since a week ago.
 */
export async function homeWithChores(server?: Server) {
  const own = await household(server ? { server } : {});
  const { anna, ben, mia } = own.members;
  const adults = own.as(anna);
  const date = (days = 0) => Temporal.PlainDate.from(dateIn("Europe/Berlin", own.clock.now)).add({ days }).toString();
  const body = (more: object = {}) => ({
    name: "Dishes",
    memberIds: [anna.id, ben.id, mia.id],
    startDate: date(-7),
    recurrenceRule: "FREQ=DAILY",
    ...more,
  });
  return {
    ...own,
    addMember: own.add,
    anna: adults,
    ben: own.as(ben),
    mia: own.as(mia),
    ids: { anna: anna.id, ben: ben.id, mia: mia.id },
    date,
    body,
    make: (more: object = {}) => adults.post("/app/chores", body(more)),
    add: async (more: object = {}) => (await adults.post("/app/chores", body(more))).body,
    do: (id: string, memberId: string, on = date()) =>
      adults.post(`/app/chores/${id}/completions`, { memberId, date: on }),
    read: async () => (await own.get("/v1/chores")).body,
    /** Returns one chore as the list of chores contains it. */
    find: async (id: string) =>
      (await own.get("/v1/chores")).body.chores.find((each: { id: string }) => each.id === id),
    /** Returns the stars of all members, in display order. */
    stars: async () => (await own.get("/v1/chores")).body.starBalances.map((each: { stars: number }) => each.stars),
    /** Returns the rows that the newest entry of the activity feed stored from before and after its change. */
    kept: () => {
      const row = own.db.$client
        .query(`SELECT "before", "after" FROM activity WHERE household_id = ? ORDER BY seq DESC LIMIT 1`)
        .get(own.id) as { before: string | null; after: string | null };
      const read = (json: string | null) => (json === null ? null : JSON.parse(json));
      return { before: read(row.before), after: read(row.after) };
    },
    /** Returns the stored rows of a table about chores, without the id of the household. */
    rows: (table: "chore" | "chore_completion") =>
      (
        own.db.$client.query(`SELECT * FROM ${table} WHERE household_id = ?`).all(own.id) as Record<string, unknown>[]
      ).map((row) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => name !== "household_id")
            .map(([name, value]) => [name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), value]),
        ),
      ),
  };
}

/** Pairs a tablet. Returns functions that send requests from the tablet for a given member. */
export async function tablet(home: Awaited<ReturnType<typeof homeWithChores>>) {
  const { body: pairing } = await home.call("POST", "/app/devices/pairing", { key: null });
  await home.anna.post("/app/devices", { code: pairing.code, name: "Tablet" });
  const { body: paired } = await home.get(`/app/devices/pairing/${pairing.pairingToken}`, { key: null });
  return (method: string, path: string, body?: unknown, acting?: string) =>
    home.call(method, path, {
      body,
      headers: { Authorization: `Device ${paired.deviceToken}`, ...(acting ? { "X-Acting-Member": acting } : {}) },
    });
}
