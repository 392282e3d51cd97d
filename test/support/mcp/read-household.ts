/** Reads the values that transcripts compare, from a household and from the answers of tools. */
import type { Stage } from "./transcript.ts";

/** Returns the texts of open tasks, in the order of the REST API. */
export const labels = async ({ get }: Stage): Promise<string[]> =>
  (await get("/v1/tasks")).body.tasks.map(({ label }: { label: string }) => label);

/** Returns titles, starts and ends of the calendar's events, read over REST. */
export const calendar = async ({ get }: Stage, query = "from=2026-10-01T00:00:00Z&to=2027-06-01T00:00:00Z") =>
  (await get(`/v1/events?${query}`)).body.events.map(({ title, startsAt, endsAt }: any) => [title, startsAt, endsAt]);

/** Returns the names of all lists, each with the texts of its items. */
export const listed = async ({ get }: Stage) =>
  (await get("/v1/lists")).body.sections.flatMap(({ lists }: any) =>
    lists.map(({ name, blocks }: any) => [name, blocks.map(({ content }: any) => content)]),
  );

/** Returns the planned meals of a week, each as `date meal recipe`. */
export const planned = async ({ get }: Stage, weekStart = "2026-11-30") =>
  (await get(`/v1/meals?weekStart=${weekStart}`)).body.meals.map(
    ({ date, mealType, recipe }: any) => `${date} ${mealType} ${recipe.name}`,
  );

/** Returns the first id that a refusal suggests. Empty if it suggests no id. */
export const idIn = (repair: string) => / is ([0-9a-f-]{5,})/.exec(repair)?.[1] ?? "";

/** Returns the first date in a text. Empty if the text has no date. */
export const dayIn = (text: string) => /\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? "";
