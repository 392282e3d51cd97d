/** Test household with an entry in every part of its agenda. */

import { type Home, household, type Server } from "../home/home.ts";
import { checkInBody } from "./check-ins.ts";

/** Date of a Monday that is in the future whenever the tests run. */
export const monday = "2031-05-05";

/** Parts of the agenda of an empty day. */
export const nothing = { events: [], tasks: [], chores: [], checkIns: [], meals: [] };

/**
 * Creates a household. `agenda` reads the agenda from `monday` on, by default with the household's API key. The other
 * functions create records and return them.
 */
export async function homeWithAgenda(server?: Server) {
  const own = await household(server ? { server } : {});
  const { anna, ben, mia } = own.members;
  const signedIn = { asAnna: own.as(anna), asBen: own.as(ben), asMia: own.as(mia) };
  const made = async (path: string, body: object) => (await signedIn.asAnna.post(path, body)).body;
  return {
    ...own,
    ...signedIn,
    ...{ anna, ben, mia },
    agenda: async (query = `?from=${monday}`, by: Pick<Home, "get"> = own) => (await by.get(`/v1/agenda${query}`)).body,
    event: (title: string, startsAt: string, endsAt: string, more: object = {}) =>
      made("/v1/events", { title, startsAt, endsAt, ...more }),
    task: (label: string, dueDate: string | null, memberId = anna.id) =>
      made("/v1/tasks", { label, memberId, dueDate }),
    chore: (name: string, more: object = {}) =>
      made("/app/chores", {
        ...{ name, memberIds: [anna.id, ben.id], startDate: monday, recurrenceRule: "FREQ=DAILY" },
        ...more,
      }),
    checkIn: (assigneeIds: string[], more: object = {}) => made("/v1/check-ins", checkInBody(assigneeIds, more)),
    meal: async (name: string, date: string, mealType = "dinner") => {
      const { id: recipeId } = await made("/v1/recipes", { name, ingredients: ["Salt"] });
      return made("/v1/meals", { date, mealType, recipeId });
    },
  };
}
