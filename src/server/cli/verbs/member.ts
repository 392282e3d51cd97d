import { addMember, listMembers } from "#accounts/members/store.ts";
import { recordSignIn, setPassword } from "#accounts/sign-in/store.ts";
import { say } from "#lib/sentence.ts";
import { colorKeys, isEmail, isPasswordLength, lengthOf } from "#lib/wire.ts";
import { hashPassword } from "#platform/auth/passwords.ts";
import { roles } from "#platform/auth/role.ts";
import { type Command, readChoice, readText, UsageError } from "../command.ts";
import { householdOption, viewHousehold, withHousehold } from "../open.ts";

const addable = roles.filter((role) => role !== "owner");

export const member: Command = {
  name: "member",
  summary: "add and list members, and set their passwords",
  actions: {
    add: {
      summary: "Add a member.",
      options: {
        name: { value: "NAME", help: "1 to 60 characters, nobody else's in the household", required: true },
        role: { value: addable.join("|"), help: "adult if left out" },
        color: { value: "COLOR", help: colorKeys.join(", ") },
        avatar: { value: "EMOJI", help: "shown in place of the initials" },
        email: { value: "EMAIL", help: "to sign in with" },
        ...householdOption,
      },
      async run(input) {
        const { avatar = null } = input.options;
        const name = readText("--name", input.options.name, 60);
        const role = readChoice("--role", addable, input.options.role) ?? "adult";
        const color = readChoice("--color", colorKeys, input.options.color);
        if (avatar !== null && (avatar.trim() === "" || lengthOf(avatar) > 16)) {
          throw new UsageError("--avatar must be an emoji");
        }
        const email = readEmail(input.options.email);
        const json = withHousehold(input, (work) =>
          addMember(work, { name, role, avatar, email, ...(color ? { color } : {}) }),
        );
        return { json, text: `Added ${json.name} (${json.id}).\n` };
      },
    },
    list: {
      summary: "List the members in display order.",
      options: householdOption,
      async run(input) {
        const members = viewHousehold(input, listMembers);
        return { json: { members }, text: members.map(({ id, name, role }) => `${id}  ${name}  (${role})\n`).join("") };
      },
    },
    "set-password": {
      summary: "Set a member's password, read from standard input; all sign-ins of the member end.",
      options: {
        member: { value: "ID|NAME", help: "whose password", required: true },
        ...householdOption,
      },
      async run(input) {
        const password = (await Bun.stdin.text()).replace(/\r?\n$/, "");
        if (!isPasswordLength(password)) throw new UsageError("the password must be 8 to 200 characters");
        const hash = await hashPassword(password);
        const json = withHousehold(input, (work, memberId) => {
          if (memberId === null) throw new UsageError("--member is required");
          setPassword(work, memberId, hash);
          recordSignIn(work, memberId, say`set a password on the command line`);
          return { id: memberId };
        });
        return { json, text: "The password is set.\n" };
      },
    },
  },
};

export function readEmail(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isEmail(text)) throw new UsageError("--email must be an email address");
  return text;
}
