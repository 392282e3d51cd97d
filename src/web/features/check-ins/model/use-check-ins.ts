import { useMemo } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useSource } from "#web/sync/use-source.ts";
import { translateAnswer, translateCheckIn } from "./presets.ts";
import { checkInHistory, checkInsSource } from "./source.ts";

/** Returns the check-ins. The texts of presets are in the app's language. If `isWanted` is false, nothing is loaded. */
export function useCheckIns({ isWanted = true } = {}) {
  const text = useText();
  const { data, ...rest } = useSource(checkInsSource, isWanted ? {} : null);
  const checkIns = data?.checkIns;
  const translated = useMemo(() => checkIns?.map((each) => translateCheckIn(each, text)), [checkIns, text]);
  return { ...rest, checkIns: translated };
}

/**
 * Returns the answers to check-ins on the days of `range`, or undefined until the answers are loaded. If `range` is
 * null, nothing is loaded. The `options` are those of {@link useSource}.
 */
export function useAnswers(range: { from: string; to: string } | null, options?: { keepsFormer: boolean }) {
  const text = useText();
  const { data } = useSource(checkInHistory, range, options);
  const answers = data?.answers;
  return useMemo(() => answers?.map((each) => translateAnswer(each, text)), [answers, text]);
}
