import { useMemo } from "preact/hooks";
import { typedWords } from "#web/page/text.ts";
import { useHousehold, useToday } from "#web/sync/session.ts";
import { isMonthFirst } from "#web/time/format.ts";
import type { Reading } from "#web/time/written-days/dates.ts";
import type { Grammars } from "#web/time/written-days/words.ts";

/**
 * Returns the facts that the app needs to interpret a typed date: the current date, the first day of the week, and
 * whether the month comes before the day.
 */
export function useReading(): Reading {
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const monthFirst = isMonthFirst();
  return useMemo(() => ({ today, weekStartsOn, isMonthFirst: monthFirst }), [today, weekStartsOn, monthFirst]);
}

export function useGrammars(): Grammars {
  const words = typedWords();
  return useMemo(() => {
    const [own, ...others] = words;
    return [own.quickAdd, ...others.map(({ quickAdd }) => quickAdd)];
  }, [words]);
}
