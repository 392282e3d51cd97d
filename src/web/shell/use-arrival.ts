import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "../i18n/catalogue.ts";

/**
 * What a page load would do at a change of place: the title, the top, and the focus on the heading, so that screen readers
 * say where one is. What changes within a place (`?day=…`) leaves all that alone.
 */
export function useArrival(title: string): void {
  const [path] = useLocation();
  const { common } = useText();
  const former = useRef(path);
  useEffect(() => {
    document.title = `${title} · ${common.appName}`;
  }, [title, common]);
  useEffect(() => {
    if (former.current === path) return;
    former.current = path;
    window.scrollTo(0, 0);
    const main = document.querySelector<HTMLElement>("#main");
    (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
  }, [path]);
}
