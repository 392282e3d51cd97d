/** Checks that the edges of checkboxes have a contrast of 3:1 to the surface around them (WCAG 1.4.11). */
import type { Page } from "playwright-core";

declare const document: any; // The page's global, because the function below runs in the page.

/** Returns the unticked checkboxes whose edge has a contrast of less than 3:1 to the surface around them. */
export function circleFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { getComputedStyle } = document.defaultView;
    const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    // The browser itself mixes the colours, whatever their notation.
    const mixed = (colors: string[]): number[] => {
      pixel.clearRect(0, 0, 1, 1);
      for (const color of colors) {
        pixel.fillStyle = color;
        pixel.fillRect(0, 0, 1, 1);
      }
      return [...pixel.getImageData(0, 0, 1, 1).data];
    };
    const light = (colors: string[]): number => {
      const [red, green, blue] = mixed(colors).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const found: string[] = [];
    for (const circle of document.querySelectorAll(".checkbox:not(:checked, :indeterminate), .chore-tick")) {
      if (!circle.checkVisibility() || circle.closest(".chore-done, :disabled, [aria-disabled=true]")) continue;
      const grounds: string[] = [];
      for (let box = circle.parentElement; box; box = box.parentElement) {
        grounds.unshift(getComputedStyle(box).backgroundColor);
      }
      const [edge, ground] = [light([...grounds, getComputedStyle(circle).borderTopColor]), light(grounds)];
      const contrast = (Math.max(edge, ground) + 0.05) / (Math.min(edge, ground) + 0.05);
      const name = circle.closest("li, article, label, button")?.textContent?.slice(0, 40) ?? "";
      if (contrast < 3) found.push(`${contrast.toFixed(2)}:1 at “${name}”`);
    }
    return found;
  });
}
