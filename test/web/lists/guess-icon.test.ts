/** The icon of a list is guessed from its name. */
import { expect, test } from "bun:test";
import { guessIcon, plainIcon } from "#web/features/lists/model/guess-icon.ts";

test.each([
  ["Groceries", "🛒"],
  ["Weekly shopping", "🛒"],
  ["Einkaufsliste", "🛒"],
  ["Geburtstagsgeschenke", "🎁"],
  ["Skiurlaub", "⛷️"],
  ["Packing for the mountains", "🧳"],
  ["GARTEN", "🌱"],
  ["Baumarkt", "🔧"],
  ["Guinea pigs", "🐹"],
  ["Notfallnummern", "☎️"],
  ["Moving house", "📦"],
  ["Movies", "🎬"],
  ["Bücher", "📚"],
  ["Für die Kinder", "🧸"],
  ["Oscar", plainIcon],
  ["", plainIcon],
  ["x".repeat(10_000), plainIcon],
])("The icon of the list %p is %s", (name, icon) => {
  expect(guessIcon(name)).toBe(icon);
});
