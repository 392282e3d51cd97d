import { useEffect } from "preact/hooks";

/**
 * Keeps the CSS property `--keyboard` of the root element equal to the height of the page that the on-screen keyboard
 * covers. The height is zero if the browser makes the page smaller when the keyboard opens. If `active` is false,
 * removes the property.
 */
export function useKeyboardInset(active: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!active || !viewport) return;
    const root = document.documentElement.style;
    const measure = () => {
      // Pinch zoom shrinks the viewport without a keyboard.
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
