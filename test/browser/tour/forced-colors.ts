/** Checks the app with forced colours (Windows contrast themes), in which the browser removes all backgrounds. */
import type { Look } from "./walk.ts";

declare const document: any; // The page's global, because the function below runs in the page.

/** Returns what does not show its state with forced colours: chosen controls, today, and completed chores. */
export const forcedColors: Look = (page) =>
  page.evaluate(() => {
    const { getComputedStyle } = document.defaultView;
    const canvas = getComputedStyle(document.body).backgroundColor;
    const visible = [...document.querySelectorAll("main *, .nav *")].filter((each: any) => each.checkVisibility());
    const face = (element: any) =>
      [element, ...element.querySelectorAll("*")]
        .map((each) => {
          const { outlineStyle, borderTopWidth, borderTopStyle, borderBottomWidth, textDecorationLine, visibility } =
            getComputedStyle(each);
          const { backgroundColor, color, display } = getComputedStyle(each);
          const ground = /, 0\)$/.test(backgroundColor) ? canvas : backgroundColor;
          return [
            ...[outlineStyle, borderTopWidth, borderTopStyle, borderBottomWidth, textDecorationLine, visibility],
            ...[ground, color, display],
          ].join();
        })
        .join(";");
    const named = (element: any) => element.cloneNode().outerHTML.slice(0, 160);
    const found = new Set<string>();
    /** Selectors of chosen controls, each with the selector of those that are not chosen. */
    const states = [
      ...["pressed", "checked", "selected"].map((name) => [`[aria-${name}=true]`, `[aria-${name}=false]`] as const),
      ["[aria-current]", ":not([aria-current])"],
    ] as const;
    for (const [state, otherwise] of states) {
      for (const chosen of visible.filter((each) => each.matches(state))) {
        const others = visible.filter((each) => each.classList[0] === chosen.classList[0] && each.matches(otherwise));
        if (others.some((each) => face(each) === face(chosen))) found.add(`looks as if unchosen: ${named(chosen)}`);
      }
    }
    for (const day of document.querySelectorAll(".calendar-day-button.is-today > strong")) {
      if (getComputedStyle(day).outlineStyle === "none") found.add(`today has no outline: ${named(day)}`);
    }
    for (const tick of document.querySelectorAll(".chore .lucide-check")) {
      const isDone = tick.closest(".chore-done") !== null;
      if (tick.checkVisibility({ visibilityProperty: true, opacityProperty: true }) !== isDone) {
        found.add(`${isDone ? "no tick" : "a tick"} at “${tick.closest(".chore").textContent}”`);
      }
    }
    return [...found];
  });
