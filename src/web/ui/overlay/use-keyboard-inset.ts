import { useEffect } from "preact/hooks";

/**
 * Sets `--keyboard` on the root element to the height that the on-screen keyboard covers. The height is zero if the
 * browser itself makes the page smaller when the keyboard opens.
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
