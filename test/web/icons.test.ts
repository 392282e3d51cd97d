/** Conversion of Lucide's icons into parts of the app. */
import { expect, test } from "bun:test";
import { lucideIcon } from "#web/ui/icons/lucide.ts";
import * as icons from "#web/ui/icons.ts";

test("An icon of the app has the shapes of the Lucide icon, but not the attributes of its `svg` element", () => {
  expect(lucideIcon("archive")).toEqual({
    name: "archive",
    shapes: [
      ["rect", { width: "20", height: "5", x: "2", y: "3", rx: "1" }],
      ["path", { d: "M4 8v11a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V8m-10 4h4" }],
    ],
  });
});

test("The build of the app fails if the app uses an icon that is not in the icon set Lucide", () => {
  expect(() => lucideIcon("no-such-icon")).toThrow("Lucide has no icon no-such-icon");
});

test("Every icon of the app is hidden from screen readers and has shapes", () => {
  for (const [name, icon] of Object.entries(icons)) {
    const { props } = icon({ className: "icon-l" });
    expect({ name, ...props }).toMatchObject({ name, "aria-hidden": "true", viewBox: "0 0 24 24" });
    expect(props.className).toMatch(/^lucide lucide-[a-z0-9-]+ icon-l$/);
    expect([props.children].flat().length).toBeGreaterThan(0);
  }
});
