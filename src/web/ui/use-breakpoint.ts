import { useSyncExternalStore } from "preact/compat";
import { useMemo } from "preact/hooks";

/** Widths at which layouts change, here and in every `@media` of the style sheets. */
export const breakpoints = {
  /** A phone: one column, navigation at the bottom. */
  phone: "(width < 48rem)",
  /** A tablet held sideways or more: room for columns side by side. */
  wide: "(width >= 64rem)",
  /** A desktop: room for labels beside icons. */
  roomy: "(width >= 80rem)",
} as const;

/** True while the window has the width of this breakpoint. */
export function useBreakpoint(name: keyof typeof breakpoints): boolean {
  const { subscribe, matches } = useMemo(() => {
    const query = matchMedia(breakpoints[name]);
    return {
      subscribe: (listener: () => void) => {
        query.addEventListener("change", listener);
        return () => query.removeEventListener("change", listener);
      },
      matches: () => query.matches,
    };
  }, [name]);
  return useSyncExternalStore(subscribe, matches);
}
