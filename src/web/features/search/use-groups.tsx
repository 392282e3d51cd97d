import type { ComponentChildren } from "preact";
import { daysBetween } from "#lib/days.ts";
import type { PhraseReading } from "#lib/phrases/model.ts";
import { addressOf } from "#platform/activity/record-address.ts";
import { usePhrase } from "#web/forms/use-phrases.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { typedWords } from "#web/page/text.ts";
import { navEntries } from "#web/shell/nav-entries.tsx";
import { useHousehold, useIsAdult, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay, formatNames, formatRelativeDay, formatTime } from "#web/time/format.ts";
import { useAbsence } from "#web/ui/display/skeleton.tsx";
import {
  CalendarDays,
  CalendarPlus,
  ClipboardList,
  Cookie,
  ListChecks,
  ListPlus,
  Plus,
  Smile,
  Star,
  User,
  Utensils,
} from "#web/ui/icons.ts";
import { type SentenceWords, translateSentence } from "../activity/model/translate-sentence.ts";
import { type AgendaDay, agendaSource, eventAddress } from "../calendar/model/agenda.ts";
import { useCheckIns } from "../check-ins/model/use-check-ins.ts";
import { addressOfTopic, settingsParts, topicsFor } from "../settings/model/parts.ts";
import { type Placed, placed } from "../today/model/placed.ts";
import { type Group, matches, type Result, type ResultType, type SearchItem } from "./search-items.ts";

const icons: Readonly<Record<ResultType, ComponentChildren>> = {
  event: <CalendarDays />,
  task: <ListChecks />,
  chore: <Star />,
  check_in: <Smile />,
  list: <ClipboardList />,
  block: <ListChecks />,
  recipe: <Cookie />,
  meal: <Utensils />,
  member: <User />,
};

export function useGroups(query: string, results: readonly Result[]): readonly Group[] {
  const text = useText();
  const { common, search } = text;
  const today = useToday();
  const otherNames = (id: string) =>
    typedWords()
      .map((words) => words.search[id] ?? "")
      .join(" ");
  const actions = useActions().filter(({ title, id }) => matches(query, title, otherNames(id)));
  const places = usePlaces().filter(({ title, id }) => matches(query, title, otherNames(id)));
  const translated = useTranslated(query, results);
  const inSettings = useTopics().filter(({ title, id }) => query.trim() && matches(query, title, otherNames(id)));
  // The type of the best result comes first.
  const types = new Set(results.map(({ type }) => type));
  if (translated.length > 0) types.add("check_in");
  const found = [...types].map((type) => {
    const items = results.filter((each) => each.type === type).map((each) => toItem(each, text, today.slice(0, 4)));
    return { title: search.types[type], items: type === "check_in" ? items.concat(translated) : items };
  });
  const day = useDay(query);
  const own = [
    { title: search.goTo, items: places },
    { title: search.doNow, items: actions },
  ];
  // Settings come last, because many words of tasks and recipes are also words of settings.
  const last = { title: common.nav.settings, items: inSettings };
  return [...(day ? [day] : []), ...own, ...found, last].filter(({ items }) => items.length > 0);
}

function toItem(result: Result, text: SentenceWords, year: string): SearchItem {
  const { type, id, parts } = result;
  const title = (parts.title && translateSentence(parts.title, text, { year })) ?? result.title;
  const line = translateSentence(parts.line, text, { year }) ?? result.line;
  return { id: `${type}-${id}`, title, line, icon: icons[type], href: addressOf(result) };
}

/**
 * Returns the check-ins that match the query in the app's language, but that the server did not find. `results` are the
 * results of the server. The server has the texts of preset check-ins only in English. It therefore does not find the
 * translations of these texts, which only the app has.
 */
function useTranslated(query: string, results: readonly Result[]): readonly SearchItem[] {
  const isTranslated = useText().checkIns.presetWords !== null;
  const { checkIns = [] } = useCheckIns({ isWanted: isTranslated && query.trim() !== "" });
  return checkIns
    .filter(({ id, name, question }) => matches(query, name, question) && !results.some((each) => each.id === id))
    .map(({ id, name, question }) => {
      const href = addressOf({ type: "check_in", id });
      return { id: `check_in-${id}`, title: name, line: question, icon: icons.check_in, href };
    });
}

function usePlaces(): SearchItem[] {
  const { common } = useText();
  return navEntries.map(({ name, href, icon }) => ({ id: name, title: common.nav[name], line: "", icon, href }));
}

function useTopics(): SearchItem[] {
  const { common, notifications, settings } = useText();
  const viewer = useViewer();
  const topics = viewer ? topicsFor(viewer.role) : [];
  return topics.map((topic) => {
    const Icon = settingsParts[topic.part].icon;
    return {
      id: topic.id,
      title: topic.title({ ...settings, notifications }),
      line: `${common.nav.settings} → ${settings.parts[topic.part]}`,
      icon: <Icon />,
      href: addressOfTopic(topic),
    };
  });
}

function useActions(): SearchItem[] {
  const { search } = useText();
  const isAdult = useIsAdult();
  const all: (SearchItem & { readonly isForAdults?: true })[] = [
    { id: "newEvent", title: search.newEvent, line: "", icon: <CalendarPlus />, href: "/calendar?new" },
    { id: "newTask", title: search.newTask, line: "", icon: <Plus />, href: "/tasks?new" },
    { id: "newList", title: search.newList, line: "", icon: <ListPlus />, href: "/lists?sheet=new", isForAdults: true },
    { id: "newChore", title: search.newChore, line: "", icon: <Star />, href: "/chores?edit=new", isForAdults: true },
    {
      id: "newRecipe",
      title: search.newRecipe,
      line: "",
      icon: <Cookie />,
      href: "/recipes?edit=new",
      isForAdults: true,
    },
  ];
  return all.filter(({ isForAdults }) => isAdult || !isForAdults);
}

/** Number of days, counted from today, whose agenda the app has loaded in advance. */
const daysAhead = 14;

/**
 * Returns the search results for the day that the query names, such as “tomorrow”: a link to the calendar, and what the
 * agenda has on that day. Returns null if the query names no day.
 */
function useDay(query: string): Group | null {
  const text = useText();
  const members = useMembers();
  const { timeZone } = useHousehold();
  const absence = useAbsence();
  const today = useToday();
  const viewer = useViewer();
  const day = dayIn(usePhrase(query.trim(), { field: "task", viewerId: viewer?.id ?? null }));
  const isSoon = day !== null && daysBetween(today, day) >= 0 && daysBetween(today, day) < daysAhead;
  const params = isSoon ? { from: today, days: daysAhead } : day === null ? null : { from: day, days: 1 };
  const { data, error } = useSource(agendaSource, params);
  if (day === null) return null;
  const shown = data?.days.find(({ date }) => date === day);
  const items = shown ? itemsOf(shown, timeZone, text, namesOf(members)) : [];
  const state = shown
    ? items.length === 0
      ? text.calendar.nothing
      : ""
    : absence !== null
      ? text.common.notHere
      : error
        ? text.common.couldNotLoad
        : text.common.loading;
  const title = nameOf(day, today, text);
  const calendar: SearchItem = {
    id: `day-${day}`,
    title: text.search.toDay(title),
    line: state,
    icon: <CalendarDays />,
    href: `/calendar?day=${day}`,
  };
  return { title, items: [calendar, ...items] };
}

/** Returns the day of a phrase that names nothing but a day. If it may mean several days, returns the likeliest. */
function dayIn({ title, date, ambiguous, spans }: PhraseReading): string | null {
  if (title !== "" || spans.some(({ kind }) => kind !== "day")) return null;
  const [first] = ambiguous ?? [];
  return date ?? (first && "date" in first ? first.date : null);
}

/** Formats a day as a heading: “Tomorrow, Wed 25 Nov”. */
function nameOf(day: string, today: string, { common }: Catalogue): string {
  const plain = formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? "short" : "full");
  const relative = formatRelativeDay(day, today, common);
  return relative === formatDay(day) ? plain : `${relative}, ${plain}`;
}

type Names = (ids: readonly (string | null)[]) => string;

function namesOf(members: readonly { readonly id: string; readonly name: string }[]): Names {
  return (ids) => formatNames(members.filter(({ id }) => ids.includes(id)).map(({ name }) => name));
}

function itemsOf(day: AgendaDay, timeZone: string, text: ReturnType<typeof useText>, names: Names): SearchItem[] {
  const toItem = (type: ResultType, id: string, title: string, ...line: readonly string[]): SearchItem => ({
    id: `day-${type}-${id}-${line.join()}`,
    title,
    line: line.filter(Boolean).join(" · "),
    icon: icons[type],
    href: addressOf({ type, id }),
  });
  return [
    ...placed(day, timeZone).map((each) => {
      const { id, title, memberIds } = each.event;
      const href = eventAddress(each.event, day.date);
      return { ...toItem("event", id, title, timeOf(each, text), names(memberIds)), href };
    }),
    ...day.tasks.map(({ id, label, memberId, dueTime }) =>
      toItem("task", id, label, dueTime ? formatTime(dueTime) : "", names([memberId])),
    ),
    ...day.meals.map(({ id, mealType, recipe }) => toItem("meal", id, recipe.name, text.meals.types[mealType])),
    ...day.chores.map(({ choreId, name, memberId }) => toItem("chore", choreId, name, names([memberId]))),
  ];
}

function timeOf({ start, end }: Placed, { today }: ReturnType<typeof useText>): string {
  if (start === null) return end === null ? today.allDay : today.until(formatTime(end));
  return end === null || end === start ? formatTime(start) : `${formatTime(start)} – ${formatTime(end)}`;
}
