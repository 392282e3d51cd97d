import { useMemo } from "preact/hooks";
import { typedWords } from "#web/page/text.ts";
import { useHousehold, useToday } from "#web/sync/session.ts";
import { isMonthFirst } from "#web/time/format.ts";
import type { Reading } from "#web/time/written-days/dates.ts";
import type { Grammars } from "#web/time/written-days/words.ts";

/** Returns the settings by which the app interprets a typed date, such as the current date. */
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
