/** The text fields of a page, and of the app's source. */
import { Glob } from "bun";
import type { ElementHandle, Page } from "playwright-core";

const others = "checkbox, radio, file, number, date, time, hidden, range, color".split(", ");
const noText = others.map((type) => `:not([type=${type}])`).join("");

/** The visible, writable fields: the name and the element of each. */
export async function textFields(page: Page): Promise<{ name: string; field: ElementHandle }[]> {
  const found = page.locator(`input${noText}:not([readonly]), textarea:not([readonly])`).filter({ visible: true });
  const fields = await found.elementHandles();
  return Promise.all(
    fields.map(async (field) => ({
      field,
      name: await field.evaluate((each: any) => each.getAttribute("aria-label") ?? each.labels?.[0]?.textContent ?? ""),
    })),
  );
}

/** Sets each text on a field, one after the other, without the limits that typing has. */
export async function typeAll(field: ElementHandle, texts: readonly string[]): Promise<void> {
  await field.evaluate(async (element: any, all) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value") ?? {};
    element.focus();
    for (const text of all) {
      set?.call(element, text);
      element.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve)); // React renders between them.
    }
  }, texts);
}

const tag = /<(?:TextField|TextArea|textarea|input)\s[\s\S]*?\/>/g;
const isOther = new RegExp(`type="(?:${others.join("|")})"|\\stype=\\{type\\}|\\shidden\\s|readOnly`);

/**
 * The files of the app that render a text field, by their path in `src/web`; without the kit, which renders fields for
 * other files.
 */
export async function filesWithTextFields(): Promise<string[]> {
  const files = (await Array.fromAsync(new Glob("*/**/*.tsx").scan("src/web"))).filter(
    (path) => !path.startsWith("ui/"),
  );
  const texts = await Promise.all(files.map((path) => Bun.file(`src/web/${path}`).text()));
  return files.filter((_, index) => texts[index]?.match(tag)?.some((each) => !isOther.test(each))).sort();
}
