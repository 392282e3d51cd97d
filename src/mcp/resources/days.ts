import { isDay } from "../../lib/time.ts";
import { datesFrom, readAgenda, readToday } from "../tools/agenda/days.ts";
import type { Resource } from "./index.ts";

const mimeType = "text/markdown";
const uri = "household://today";

export const todayResource: Resource = {
  isTemplate: false,
  listed: {
    name: "today",
    title: "Today",
    uri,
    mimeType,
    description: "The household's time, what is on today, what is due and overdue, and the dates of the next 14 days.",
  },
  read: async (context) => [{ uri, mimeType, text: (await readToday(context)).text }],
};

export const agendaResource: Resource = {
  isTemplate: true,
  listed: {
    name: "agenda",
    title: "A day's agenda",
    uriTemplate: "household://agenda/{date}",
    mimeType,
    description: "Events, meals, chores, check-ins and tasks due on one day. Write the date like 2026-11-27.",
  },
  complete: {
    date: async (context, typed) => {
      const { now } = await context.present();
      return datesFrom(now.date, 14).filter((date) => date.startsWith(typed.trim()));
    },
  },
  async read(context, { date = "" }) {
    if (!isDay(date)) return null;
    const { text } = await readAgenda(context, { from: date, days: 1 });
    return [{ uri: `household://agenda/${date}`, mimeType, text }];
  },
};
