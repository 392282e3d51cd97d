import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";

/**
 * Sets the title of the document. When the path of the address changes, also scrolls to the top and focuses the
 * heading, so that screen readers read it as on a newly loaded page. A screen that has focused a text field keeps this
 * focus. If only the query changes, nothing is scrolled or focused.
 */
export function useRouteFocus(title: string): void {
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
    // The new screen has already focused a field.
    if (main?.contains(document.activeElement) && document.activeElement?.matches("input, textarea")) return;
    (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
  }, [path]);
}
