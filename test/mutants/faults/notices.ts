/** Faults of notifications and their settings. */
import type { Mutant } from "../mutant.ts";

const settings = ["test/browser/settings/notifications.test.ts"];
const notices = ["test/browser/notices.test.ts"];

export const mutants: readonly Mutant[] = [
  {
    fault: "A device does not subscribe again after the server got another key",
    file: "src/web/features/notifications/model/push.ts",
    find: "if (former && !hasKey(former, publicKey)) await former.unsubscribe();",
    replace: "if (former && !hasKey(former, publicKey)) return;",
    tests: settings,
  },
  {
    fault: "A device keeps its notifications after a sign-out",
    file: "src/web/features/settings/you/you.tsx",
    find: "    await forgetThisDevice();\n",
    replace: "",
    tests: settings,
  },
  {
    fault: "A chip of a way is pressed and does not change what one is told",
    file: "src/web/features/settings/notifications/notifications.tsx",
    find: "withChannel(chosen, settings.channels, id, isOn)",
    replace: "withChannel(chosen, settings.channels, id, !isOn)",
    tests: settings,
  },
  {
    fault: "The code of a mail address is sent with its space",
    file: "src/web/features/settings/notifications/channel-sheets.tsx",
    find: "{ channel, code: digitsOf(code) }",
    replace: "{ channel, code }",
    tests: settings,
  },
  {
    fault: "An iPhone does not learn how to put the app on its home screen",
    file: "src/web/features/settings/notifications/this-device.tsx",
    find: 'state === "uninstalled" && <InstallSteps />',
    replace: 'state === "unsupported" && <InstallSteps />',
    tests: settings,
  },
  {
    fault: "Notices stay new after the bell has shown them",
    file: "src/web/features/notifications/notices-sheet.tsx",
    find: "if (isUnread && newest !== undefined)",
    replace: "if (!isUnread && newest !== undefined)",
    tests: notices,
  },
  {
    fault: "Undo of “Clear all” asks the activity feed, which does not know it",
    file: "src/web/features/notifications/model/writes.ts",
    find: "  isUnrecorded: true,\n",
    replace: "",
    tests: ["test/web/sync/undo.test.ts"],
  },
  {
    fault: "Notices of two members with the same name are one row",
    file: "src/web/features/notifications/model/arrange.ts",
    find: "actorOf(newer) === actorOf(older)",
    replace: "newer.by === older.by",
    tests: ["test/web/notices-arrange.test.ts"],
  },
  {
    fault: "The offer of notifications comes again after “Not now”",
    file: "src/web/features/notifications/push-prompt.tsx",
    find: '    setPreference(answeredKey, "yes");\n    setAnswered(true);\n',
    replace: "",
    tests: notices,
  },
  {
    fault: "The band of the wall repeats a notice for each member",
    file: "src/web/features/wall/views/notice-band.tsx",
    find: "[kind, subject.id, dueAt, title].join",
    replace: "[kind, subject.id, dueAt, title, Math.random()].join",
    tests: notices,
  },
  {
    fault: "The link in a mail stops the mails before a press",
    file: "src/web/features/notifications/linked-screens.tsx",
    find: "  const { run, isBusy, failure, error } = useCommand();\n",
    replace: "  const { run, isBusy, failure, error } = useCommand();\n  useEffect(() => void stop(), []);\n",
    tests: notices,
  },
  {
    fault: "A list that is followed from its menu is not followed",
    file: "src/web/features/notifications/model/writes.ts",
    find: "send(followed ? follow.put",
    replace: "send(!followed ? follow.put",
    tests: notices,
  },
  {
    fault: "The offer stays for the next member who signs in on the page",
    file: "src/web/shell/push-prompt-wanted.ts",
    find: "  sync.signing.onForget(() => isWanted.set(false));\n",
    replace: "",
    tests: notices,
  },
];
