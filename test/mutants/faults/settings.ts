/** Faults of the settings, the sign-in and the activity feed. */
import type { Mutant } from "../mutant.ts";

const folder = "src/web/features/settings";
const members = ["test/browser/settings/members.test.ts"];
const files = ["test/browser/settings/calendar-files.test.ts"];
const calendars = ["test/browser/settings/calendars.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "The sign-in of this device can be ended like those of others",
    file: `${folder}/you/you.tsx`,
    find: "signIn.current ? (",
    replace: "!signIn.current ? (",
    tests: ["test/browser/settings/you-and-household.test.ts"],
  },
  {
    fault: "The reminder of the household is saved as none",
    file: `${folder}/household.tsx`,
    find: "perform(updateHousehold, { defaultReminderMinutes })",
    replace: "perform(updateHousehold, { defaultReminderMinutes: null })",
    tests: ["test/browser/settings/you-and-household.test.ts"],
  },
  {
    fault: "The tasks of a removed member go to whoever removes them",
    file: `${folder}/members/members.tsx`,
    find: "value={assignee} onChange={setAssignee}",
    replace: "value={assignee} onChange={() => setAssignee(viewer.id)}",
    tests: members,
  },
  {
    fault: "The row of a member does not say until when they are invited",
    file: `${folder}/members/members.tsx`,
    find: "Date.parse(invitedUntil) > ms",
    replace: "Date.parse(invitedUntil) < ms",
    tests: members,
  },
  {
    fault: "The keys do not move the part of a photo that is kept",
    file: "src/web/people/photo/photo-field.tsx",
    find: "const crop = roundCrop(cropping.crop, cropping.picture);",
    replace: "const crop = roundCrop({ ...cropping.crop, x: 0, y: 0 }, cropping.picture);",
    tests: members,
  },
  {
    fault: "A sheet with a secret closes without a question",
    file: "src/web/forms/secret-sheet.tsx",
    find: "useState(false);\n  const [isConfirming",
    replace: "useState(true);\n  const [isConfirming",
    tests: ["test/browser/settings/keys.test.ts"],
  },
  {
    fault: "A followed calendar that failed is said to be up to date",
    file: `${folder}/calendars/followed.tsx`,
    find: 'error !== null ? "failing" :',
    replace: 'error === null ? "failing" :',
    tests: calendars,
  },
  {
    fault: "The address of a shared calendar cannot be opened in a calendar app",
    file: `${folder}/calendars/feeds.tsx`,
    find: '"webcal:"',
    replace: '"https:"',
    tests: calendars,
  },
  {
    fault: "An import counts the events of others as known",
    file: `${folder}/calendars/import-part.tsx`,
    find: "const areOthers = (ids: readonly string[]) => !memberIds",
    replace: "const areOthers = (ids: readonly string[]) => memberIds",
    tests: files,
  },
  {
    fault: "A file that the server has forgotten is not sent again",
    file: `${folder}/calendars/import-part.tsx`,
    find: "failure.status !== 404) throw failure;",
    replace: "failure.status === 404) throw failure;",
    tests: files,
  },
  {
    fault: "The password goes to another server without a question",
    file: `${folder}/accounts/caldav-sheet.tsx`,
    find: 'if (typeof answer === "string") setUnconfirmedOrigin(answer);',
    replace: 'if (typeof answer === "string") void send([...confirmed, answer]);',
    tests: ["test/browser/settings/accounts.test.ts"],
  },
  {
    fault: "The code of Google stays in the history",
    file: `${folder}/accounts/google-sheet.tsx`,
    find: 'navigate(search === "" ? "/settings/calendars" : returnPath, { replace: true });',
    replace: 'navigate(search === "" ? "/settings/calendars" : returnPath);',
    tests: ["test/browser/settings/google.test.ts"],
  },
  {
    fault: "A restore does not say which tasks would be lost",
    file: `${folder}/server/restore-sheet.tsx`,
    find: 'sum(all, "added"), sum(all, "changed")',
    replace: 'sum(all, "changed"), sum(all, "added")',
    tests: ["test/browser/settings/server.test.ts"],
  },
  {
    fault: "A sign-out loses unsent changes without a question",
    file: `${folder}/you/you.tsx`,
    find: "(waiting > 0 ? setConfirming(true) : void end())",
    replace: "void end()",
    tests: ["test/browser/sign-in.test.ts"],
  },
  {
    fault: "The set-up accepts a name that is missing",
    file: "src/web/features/setup/steps/first-steps.tsx",
    find: "    name: nameError(name, [], text),\n",
    replace: "",
    tests: ["test/browser/setting-up-steps.test.ts"],
  },
  {
    fault: "A child is offered Undo for the changes of others",
    file: "src/web/features/activity/entry-row.tsx",
    find: "(actor.id === viewer.id && nowMs",
    replace: "(actor.id !== viewer.id && nowMs",
    tests: ["test/browser/activity.test.ts"],
  },
  {
    fault: "The feed forgets that it shows agents only",
    file: "src/web/features/activity/screen.tsx",
    find: '    setPreference("activity", next);\n',
    replace: "",
    tests: ["test/browser/activity.test.ts"],
  },
  {
    fault: "The app shows the server's own sentence",
    file: "src/web/sync/api/error-text.ts",
    find: "  const { common, errors, moreErrors, laterErrors } = text;\n",
    replace:
      "  const { common, errors, moreErrors, laterErrors } = text;\n  if (failure instanceof Failure) return failure.message;\n",
    tests: ["test/browser/german-refusals.test.ts"],
  },
];
