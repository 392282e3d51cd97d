import { isDay } from "#lib/time.ts";
import { clockOf, readDay } from "../input/times.ts";
import { ToolError } from "../output/tool-error.ts";
import type { Context } from "../tool.ts";
import { datesFrom, readAgenda, readToday } from "../tools/agenda/agenda.ts";
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
    description:
      "Events, meals, chores, check-ins and tasks due on one day. Write the date like 2026-11-27, today, tomorrow or monday.",
  },
  complete: {
    date: async (context, typed) => {
      const { now } = await context.householdNow();
      const names = ["today", "tomorrow", ...datesFrom(now.date, 14)];
      return names.filter((name) => name.startsWith(typed.trim().toLowerCase()));
    },
  },
  async read(context, { date = "" }) {
    const from = await dayOf(context, date);
    if (from === null) return null;
    const { text } = await readAgenda(context, { from, days: 1 });
    return [{ uri: `household://agenda/${encodeURIComponent(date)}`, mimeType, text }];
  },
};

async function dayOf(context: Context, name: string): Promise<string | null> {
  if (isDay(name)) return name;
  try {
    return readDay(name, await clockOf(context), "date");
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}
