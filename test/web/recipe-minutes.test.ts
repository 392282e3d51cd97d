/** Parsing of a recipe's time, as people write it. */
import { describe, expect, test } from "bun:test";
import { minutesOf } from "#web/features/recipes/model/draft.ts";
import { recipes as german } from "#web/i18n/de/recipes.ts";
import { recipes as english } from "#web/i18n/en/recipes.ts";

describe("the minutes of a recipe", () => {
  test.each([
    ["75", 75],
    [" 0 ", 0],
    ["75 min", 75],
    ["75 Minutes", 75],
    ["75 m.", 75],
    ["1:15", 75],
    ["0:05", 5],
    ["1 h 15", 75],
    ["1h15", 75],
    ["1 h 15 min", 75],
    ["1 hr. 15 min.", 75],
    ["2 hours", 120],
    ["1.5 h", 90],
    ["1,5 h", 90],
    ["24:00", 1_440],
    ["7.5", 7.5], // Refused later: it is not whole.
  ])("The text %j for the minutes of a recipe is read as %p", (text, minutes) => {
    expect(minutesOf(text, english.units)).toBe(minutes);
  });

  test.each(["1 Std. 15", "1 Std. 15 Min.", "1 h 15", "1 Stunde 15 Minuten", "1:15"])(
    "The German text %s for the minutes of a recipe is read as 75 minutes",
    (text) => {
      expect(minutesOf(text, german.units)).toBe(75);
    },
  );

  test.each([
    "soon",
    "1:",
    "1:75",
    "1 15",
    "h",
    "-5",
    "1.5:10",
    "1.5 h 10",
    "5 min 10",
    "2 cups",
    "1 h 15 s",
    "75 meals",
    "1e3",
    "0x10",
  ])("The text %j for the minutes of a recipe is refused", (text) => {
    expect(minutesOf(text, english.units)).toBeNaN();
  });
});
