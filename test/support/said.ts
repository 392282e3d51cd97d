/** What transcripts read out of a household, and out of what an agent was told. */
import type { Stage } from "./transcript.ts";

/** What there is to do, in REST's order. */
export const labels = async ({ get }: Stage): Promise<string[]> =>
  (await get("/v1/tasks")).body.tasks.map(({ label }: { label: string }) => label);

/** Titles, starts and ends of the calendar, as REST has them. */
export const calendar = async ({ get }: Stage, query = "from=2026-10-01T00:00:00Z&to=2027-06-01T00:00:00Z") =>
  (await get(`/v1/events?${query}`)).body.events.map(({ title, startsAt, endsAt }: any) => [title, startsAt, endsAt]);

/** The names of all lists, each with what its items say. */
export const listed = async ({ get }: Stage) =>
  (await get("/v1/lists")).body.sections.flatMap(({ lists }: any) =>
    lists.map(({ name, blocks }: any) => [name, blocks.map(({ content }: any) => content)]),
  );

/** What is planned in a week, each as `date meal recipe`. */
export const planned = async ({ get }: Stage, weekStart = "2026-11-30") =>
  (await get(`/v1/meals?weekStart=${weekStart}`)).body.meals.map(
    ({ date, mealType, recipe }: any) => `${date} ${mealType} ${recipe.name}`,
  );

/** The first id in a text. */
export const uuidIn = (text: string) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? "";

/** The first date in a text. */
export const dayIn = (text: string) => /\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? "";
