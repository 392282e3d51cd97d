import { typedWords, useText } from "../../i18n/catalogue.ts";
import { places } from "../../shell/places.tsx";
import { useIsAdult } from "../../sync/session.ts";
import { CalendarPlus, Cookie, ListPlus, Plus, Star } from "../../ui/icons.ts";
import { addressOf, type Group, icons, matches, type Offer, type Result } from "./found.tsx";
import { useDay } from "./use-day.tsx";

export function useGroups(query: string, results: readonly Result[]): readonly Group[] {
  const { search } = useText();
  const otherNames = (id: string) =>
    typedWords()
      .map((words) => words.search[id] ?? "")
      .join(" ");
  const actions = useActs().filter(({ title, id }) => matches(query, title, otherNames(id)));
  const places = usePlaces().filter(({ title, id }) => matches(query, title, otherNames(id)));
  // The type of the best result comes first.
  const types = [...new Set(results.map(({ type }) => type))];
  const found = types.map((type) => ({
    title: search.types[type],
    offers: results.filter((result) => result.type === type).map(toOffer),
  }));
  const day = useDay(query);
  const own = [
    { title: search.goTo, offers: places },
    { title: search.doNow, offers: actions },
  ];
  return (day ? [day, ...own, ...found] : own.concat(found)).filter(({ offers }) => offers.length > 0);
}

function toOffer(result: Result): Offer {
  const { type, id, title, line } = result;
  return { id: `${type}-${id}`, title, line, icon: icons[type], href: addressOf(result) };
}

function usePlaces(): Offer[] {
  const { common } = useText();
  return places.map(({ name, href, icon }) => ({ id: name, title: common.nav[name], line: "", icon, href }));
}

function useActs(): Offer[] {
  const { search } = useText();
  const isAdult = useIsAdult();
  const all: (Offer & { readonly isForAdults?: true })[] = [
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
