import { useSyncExternalStore } from "preact/compat";
import { useMemo } from "preact/hooks";

/** Media queries. The style sheets must have the same queries. */
export const breakpoints = {
  /** Phones: one column, navigation at the bottom. */
  phone: "(width < 48rem)",
  /** Phones, but not paper, which is as narrow as they are. */
  phoneScreen: "screen and (width < 48rem)",
  /** Landscape tablets and wider: several columns. */
  wide: "(width >= 64rem)",
  /** Desktops: labels beside icons. */
  roomy: "(width >= 80rem)",
} as const;

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
