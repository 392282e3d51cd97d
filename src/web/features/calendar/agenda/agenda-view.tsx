import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { addMonths, daysBetween, startOfMonth } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import type { Chosen } from "../model/occurrence.ts";
import { AgendaMonth } from "./agenda-month.tsx";

/**
 * Agenda that scrolls endlessly in both directions. It loads one month at a time. The app uses no library for this:
 * TanStack Virtual (about 5 kB compressed) only places elements, and the app would still need its own code to load the
 * months.
 */
export function AgendaView({ day, today, chosen }: { day: string; today: string; chosen: Chosen }) {
  const { calendar } = useText();
  const area = useRef<HTMLDivElement>(null);
  const thisMonth = startOfMonth(day);
  const [shown, setShown] = useState({ from: thisMonth, to: addMonths(thisMonth, 1) });
  if (thisMonth < shown.from || thisMonth > shown.to) setShown({ from: thisMonth, to: addMonths(thisMonth, 1) });
  const months: string[] = [];
  for (let month = shown.from; month <= shown.to; month = addMonths(month, 1)) months.push(month);
  const earlier = () => setShown(({ from, to }) => ({ from: addMonths(from, -1), to }));
  const later = () => setShown(({ from, to }) => ({ from, to: addMonths(to, 1) }));
  useKeptScroll(area, shown.from);
  useScrollTo(area, day);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scroll areas
    <section ref={area} className="calendar-agenda" tabIndex={0} aria-label={calendar.views.agenda}>
      <Edge key={`before ${shown.from}`} label={calendar.earlier} onReach={earlier} area={area} waits />
      {months.map((month) => (
        <AgendaMonth key={month} month={month} day={day} today={today} chosen={chosen} area={area} />
      ))}
      <Edge key={`after ${shown.to}`} label={calendar.later} onReach={later} area={area} />
    </section>
  );
}

/** Keeps the scroll position of the agenda when a month is inserted above the visible days. */
function useKeptScroll(area: RefObject<HTMLElement | null>, from: string): void {
  const before = useRef({ from, height: 0 });
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const added = daysBetween(from, before.current.from) > 0 ? element.scrollHeight - before.current.height : 0;
    if (added > 0) element.scrollTop += added;
    before.current = { from, height: element.scrollHeight };
  });
}

function useScrollTo(area: RefObject<HTMLElement | null>, day: string): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const jump = () => {
      const target = [...element.querySelectorAll<HTMLElement>("[data-agenda-day]")].find(
        ({ dataset }) => (dataset.agendaDay ?? "") >= day,
      );
      target?.scrollIntoView({ block: "start" });
      return target !== undefined;
    };
    if (jump()) return;
    const observer = new MutationObserver(() => jump() && observer.disconnect());
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [area, day]);
}

/**
 * Element at the top or bottom of the agenda. When the element scrolls into view, it calls `onReach`, which loads one
 * more month. If `waits` is true, the element does nothing until the user scrolls. The element at the top needs
 * `waits`: it is near the visible days from the start, so it would load earlier months at once, and the agenda would
 * open in the past.
 */
function Edge(props: { label: string; onReach: () => void; area: RefObject<HTMLElement | null>; waits?: boolean }) {
  const { label, onReach, area, waits } = props;
  const edge = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  reach.current = onReach;
  useEffect(() => {
    const [element, root] = [edge.current, area.current];
    if (!element || !root) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reach.current();
      },
      { root, rootMargin: waits ? "0px" : "600px" },
    );
    const begin = () => observer.observe(element);
    if (!waits) begin();
    else root.addEventListener("wheel", begin, { once: true, passive: true });
    if (waits) root.addEventListener("touchmove", begin, { once: true, passive: true });
    return () => {
      observer.disconnect();
      root.removeEventListener("wheel", begin);
      root.removeEventListener("touchmove", begin);
    };
  }, [area, waits]);
  return (
    <div ref={edge} className="calendar-agenda-edge">
      <Button variant="quiet" onClick={onReach}>
        {label}
      </Button>
    </div>
  );
}
