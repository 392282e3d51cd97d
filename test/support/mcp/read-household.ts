/** Reads the values that transcripts compare, from a household and from an agent's answers. */
import type { Stage } from "./transcript.ts";

/** The labels of open tasks, in REST's order. */
export const labels = async ({ get }: Stage): Promise<string[]> =>
  (await get("/v1/tasks")).body.tasks.map(({ label }: { label: string }) => label);

/** Titles, starts and ends of the calendar's events, from REST. */
export const calendar = async ({ get }: Stage, query = "from=2026-10-01T00:00:00Z&to=2027-06-01T00:00:00Z") =>
  (await get(`/v1/events?${query}`)).body.events.map(({ title, startsAt, endsAt }: any) => [title, startsAt, endsAt]);

/** The names of all lists, each with the texts of its items. */
export const listed = async ({ get }: Stage) =>
  (await get("/v1/lists")).body.sections.flatMap(({ lists }: any) =>
    lists.map(({ name, blocks }: any) => [name, blocks.map(({ content }: any) => content)]),
  );

/** The planned meals of a week, each as `date meal recipe`. */
export const planned = async ({ get }: Stage, weekStart = "2026-11-30") =>
  (await get(`/v1/meals?weekStart=${weekStart}`)).body.meals.map(
    ({ date, mealType, recipe }: any) => `${date} ${mealType} ${recipe.name}`,
  );

/** The first id of a candidate in a refusal. */
export const idIn = (repair: string) => / is ([0-9a-f-]{5,})/.exec(repair)?.[1] ?? "";

/** The first date in a text. */
export const dayIn = (text: string) => /\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? "";
