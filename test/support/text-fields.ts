/** The fields for text of a page, and of the app's source. */
import { Glob } from "bun";
import type { ElementHandle, Page } from "playwright-core";

const others = "checkbox, radio, file, number, date, time, hidden, range, color".split(", ");
const noText = others.map((type) => `:not([type=${type}])`).join("");

/** Those that are shown and can be written in: what each is called, and itself. */
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

/** Types each text into a field, one after the other, past the limits that a keyboard has. */
export async function typeAll(field: ElementHandle, texts: readonly string[]): Promise<void> {
  await field.evaluate(async (element: any, all) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value") ?? {};
    element.focus();
    for (const text of all) {
      set?.call(element, text);
      element.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve)); // React draws between them.
    }
  }, texts);
}

const tag = /<(?:TextField|TextArea|textarea|input)\s[\s\S]*?\/>/g;
const isOther = new RegExp(`type="(?:${others.join("|")})"|\\shidden\\s|readOnly`);

/** The files of the app that draw a field for text, by their path in `src/web`; without the kit, which draws for others. */
export async function filesWithTextFields(): Promise<string[]> {
  const files = (await Array.fromAsync(new Glob("*/**/*.tsx").scan("src/web"))).filter(
    (path) => !path.startsWith("ui/"),
  );
  const texts = await Promise.all(files.map((path) => Bun.file(`src/web/${path}`).text()));
  return files.filter((_, index) => texts[index]?.match(tag)?.some((each) => !isOther.test(each))).sort();
}
