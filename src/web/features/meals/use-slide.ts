import { useEffect, useRef } from "preact/hooks";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Lets a list of a day slide in from where that day is: later ones from the end, earlier ones from the start. */
export function useSlide(day: string) {
  const list = useRef<HTMLUListElement>(null);
  const former = useRef(day);
  useEffect(() => {
    const isLater = day > former.current === (document.documentElement.dir !== "rtl");
    if (day === former.current) return;
    former.current = day;
    if (calm.matches) return;
    const from = { opacity: 0.2, transform: `translateX(${isLater ? "2rem" : "-2rem"})` };
    list.current?.animate([from, { opacity: 1, transform: "none" }], { duration: 200, easing: "ease-out" });
  }, [day]);
  return list;
}
