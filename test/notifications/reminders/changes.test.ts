/** Tests which changes in the feed concern which members. */
import { expect, test } from "bun:test";
import { findChanges, findMemberChanges } from "#notifications/reminders/changes.ts";
import type { EntryImages, RecentEntry } from "#platform/activity/recent.store.ts";

const image = (...rows: object[]) => JSON.stringify({ task: rows });
const task = (id: string, memberId: string, label = id) => ({ id, memberId, label });
const entry: RecentEntry = {
  ...{ id: "entry", createdAt: "2026-11-27T09:00:00.000Z", subjectType: "task", subjectId: "one", subjectLabel: "one" },
  ...{ actorKind: "member", actorSubjectId: "anna", actorName: "Anna", agentName: null, action: "updated" },
  listId: null,
  privateTo: null,
};
const changesOf = (images: EntryImages) => findChanges([entry], new Map(), (each) => findMemberChanges(each, images));

test("A change of several tasks notifies the new assignees, except the member who made the change", () => {
  const before = image(task("kept", "ben"), task("given", "ben"), task("gone", "ben"));
  const after = image(task("kept", "ben"), task("given", "mia"), task("own", "anna"), task("new", "ben", "Bins"));
  const found = changesOf({ before, after });
  expect(found.map(({ subject, memberIds, label }) => [subject.id, memberIds, label])).toEqual([
    ["given", ["mia"], "given"],
    ["new", ["ben"], "Bins"],
  ]);
  expect(changesOf({ before, after: null })).toEqual([]);
});

test("A change of a member carries the member’s id, and a change of a program only the program’s name", () => {
  const images = { before: null, after: image(task("new", "ben")) };
  expect(changesOf(images)).toMatchObject([{ by: "Anna", byId: "anna" }]);
  const program = { ...entry, actorKind: "api_key", actorSubjectId: "key", agentName: "Robot" };
  const [change] = findChanges([program], new Map(), (each) => findMemberChanges(each, images));
  expect([change?.by, change?.byId]).toEqual(["Robot", undefined]);
});
