/** Colours of people, tested without a browser. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { colorKeys as serverKeys } from "#lib/wire.ts";
import { colorKeys, initialsOf, personAttributes, personHex, stripesOf } from "#web/ui/person-color.ts";

describe("a person's colour", () => {
  test("A person's colour is the same in the styles and in the code, for every colour of the server", async () => {
    const css = await Bun.file(join(import.meta.dir, "../../src/web/people/people.css")).text();
    const inStyles = [...css.matchAll(/\[data-person="(\w+)"\] \{\s*--person: (#\w{6});/g)].map(([, key, hex]) => [
      key,
      hex,
    ]);
    expect(Object.fromEntries(inStyles)).toEqual(personHex);
    expect([...colorKeys].sort()).toEqual([...serverKeys].sort());
  });

  test("The attributes for a person's colour are empty if there is no person", () => {
    expect(personAttributes(null)).toEqual({});
    expect(personAttributes("teal")).toEqual({ "data-person": "teal" });
  });

  test("The colour for several people consists of equal stripes, and a default replaces an unknown colour", () => {
    expect(stripesOf(["coral", "sky"])).toBe("linear-gradient(to bottom, #f47c67 0% 50%, #55a6e6 50% 100%)");
    expect(stripesOf(["mauve"], "90deg")).toBe("linear-gradient(90deg, #e98a5b 0% 100%)");
  });
});

test("The initials of a person are the first characters of the first and the last word of the name", () => {
  expect(["Anna Maria Bach", " mia ", "Élodie", "𝒜da 🦊"].map(initialsOf)).toEqual(["AB", "M", "É", "𝒜🦊"]);
});
