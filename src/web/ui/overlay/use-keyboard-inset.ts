import { useEffect } from "preact/hooks";

/**
 * While `active`, keeps `--keyboard` on the root: how much of the page the on-screen keyboard covers. What stands at
 * the bottom (a sheet's footer, a list's field) adds it to its inset. Zero where the browser shrinks the page itself.
 */
export function useKeyboardInset(active: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!active || !viewport) return;
    const root = document.documentElement.style;
    const measure = () => {
      // Zoomed in by two fingers, the viewport is small without any keyboard.
      const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      root.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
      root.removeProperty("--keyboard");
    };
  }, [active]);
}
