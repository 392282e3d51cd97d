import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { decodeCursor, encodeCursor } from "#lib/cursor.ts";

const Page = Type.Tuple([Type.String(), Type.Integer()]);
const cursor = encodeCursor(["Ünïcode 🏖", 3], "household");

describe("a cursor", () => {
  test("A cursor of a paged list can be decoded to the original value", () => {
    expect(cursor).toMatch(/^[\w-]+\.\w+$/);
    expect(decodeCursor(Page, cursor, "household")).toEqual(["Ünïcode 🏖", 3]);
  });

  test.each([
    ["another household's", cursor, "other"],
    ["one of another kind", encodeCursor(["x", "y"], "household"), "household"],
    ["a changed one", `A${cursor}`, "household"],
    ["one without its checksum", cursor.split(".")[0] ?? "", "household"],
    ["one that is longer", `${cursor}.x`, "household"],
    ["an empty one", "", "household"],
  ])("A cursor of a paged list is refused if the cursor is %s", (_, given, householdId) => {
    expect(() => decodeCursor(Page, given, householdId)).toThrow("Invalid cursor");
  });
});
