/** Merging of drafts in open forms with changes by others: which value stays, which follows, and what is asked. */
import { describe, expect, test } from "bun:test";
import { merge, patchOf, settled } from "#web/forms/merge.ts";

type Draft = {
  title: string;
  place: string;
  memberIds: string[];
  isGeneral: boolean;
  lines: { id: string; text: string }[];
};

const begun: Draft = {
  title: "Dentist",
  place: "",
  memberIds: ["ben"],
  isGeneral: false,
  lines: [{ id: "1", text: "Milk" }],
};
const units = [["memberIds", "isGeneral"]] as const;
const from = (draft: Partial<Draft>) => ({ base: begun, draft: { ...begun, ...draft } });

describe("an open form", () => {
  test("An open form shows other people's changes of fields that the user of the form has not changed", () => {
    const merged = merge(from({ title: "Hospital" }), { ...begun, place: "Main street" }, units);
    expect(merged.draft).toEqual({ ...begun, title: "Hospital", place: "Main street" });
    expect(merged.clashes).toEqual([]);
    expect(patchOf(merged.base, merged.draft, units)).toEqual({ title: "Hospital" });
  });

  test("An open form shows another person's change of a field if the user has restored the field's old value", () => {
    const merged = merge(from({ title: " Dentist " }), { ...begun, title: "Hospital" });
    expect(merged.draft.title).toBe("Hospital");
    expect(merged.clashes).toEqual([]);
  });

  test("An open form has no conflict in a field that two people changed to the same value", () => {
    const record = { ...begun, title: "Hospital" };
    const merged = merge(from({ title: "Hospital " }), record);
    expect(merged.clashes).toEqual([]);
    expect(patchOf(merged.base, merged.draft)).toBeNull();
  });

  test("An open form keeps the user's text and reports a conflict if another person changes the same field", () => {
    const record = { ...begun, title: "Doctor" };
    const merged = merge(from({ title: "Hospital" }), record);
    expect(merged.draft.title).toBe("Hospital");
    expect(merged.clashes).toEqual(["title"]);

    const kept = merge(settled(merged, record, { field: "title", takes: false }), record);
    expect(kept.clashes).toEqual([]);
    expect(patchOf(kept.base, kept.draft)).toEqual({ title: "Hospital" });

    const taken = merge(settled(merged, record, { field: "title", takes: true }), record);
    expect(taken.clashes).toEqual([]);
    expect(taken.draft.title).toBe("Doctor");
    expect(patchOf(taken.base, taken.draft)).toBeNull();
  });

  test("An open form reports a conflict again if another person changes the field once more", () => {
    const kept = settled(from({ title: "Hospital" }), { ...begun, title: "Doctor" }, { field: "title", takes: false });
    expect(merge(kept, { ...begun, title: "Surgery" }).clashes).toEqual(["title"]);
    expect(merge(kept, begun).clashes).toEqual(["title"]);
  });

  test("Fields of a form that depend on one another are kept together or replaced together in a conflict", () => {
    const record = { ...begun, isGeneral: true };
    const merged = merge(from({ memberIds: ["ben", "mia"] }), record, units);
    expect(merged.clashes).toEqual(["memberIds"]);
    const taken = settled(merged, record, { field: "memberIds", takes: true, units });
    expect(taken.draft).toEqual(record);
    const kept = settled(merged, record, { field: "memberIds", takes: false, units });
    expect(patchOf(kept.base, kept.draft, units)).toEqual({ memberIds: ["ben", "mia"], isGeneral: false });
  });

  test("An open form reports no conflict between two versions that differ only in the ids of their lines", () => {
    const comparable = { lines: (lines: Draft["lines"]) => lines.map(({ text }) => text) };
    const record = { ...begun, lines: [{ id: "other", text: "Milk" }] };
    expect(merge(from({ lines: [{ id: "2", text: "Milk" }] }), record, [], comparable).clashes).toEqual([]);
    const changed = { ...begun, lines: [{ id: "3", text: "Eggs" }] };
    expect(merge(from({ lines: [{ id: "2", text: "Oil" }] }), changed, [], comparable).clashes).toEqual(["lines"]);
  });
});

describe("the patch that a form sends", () => {
  test("The patch that a form sends has only the changed fields", () => {
    expect(patchOf(begun, { ...begun, title: "Hospital" }, units)).toEqual({ title: "Hospital" });
    expect(patchOf(begun, { ...begun, title: "Dentist " })).toBeNull();
  });

  test("The patch that a form sends includes the fields that depend on a changed field", () => {
    expect(patchOf(begun, { ...begun, isGeneral: true }, units)).toEqual({ memberIds: ["ben"], isGeneral: true });
  });
});
