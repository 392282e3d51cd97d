import { Type } from "@sinclair/typebox";
import type { Member } from "#accounts/members/model.ts";
import { closed } from "#lib/wire.ts";
import { isAdult } from "#platform/auth/role.ts";
import { count, text } from "../input/parameters.ts";
import { bare, dayLine, quoted } from "../output/format.ts";
import { tool } from "../tool.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const listMembers = tool({
  name: "list_members",
  title: "List the household's members",
  group: "always",
  profile: "core",
  does: "reads",
  scopes: [],
  description:
    "Who lives here: names, roles and ids, with the household's time zone and present time. Other tools take members by name.",
  input: closed({}),
  output: closed({
    household: text,
    timeZone: text,
    today: text,
    total: count,
    members: Type.Array(closed({ id: text, name: text, role: text })),
  }),
  async run(context) {
    const { household, now } = await context.householdNow();
    const { body } = await context.rest<{ members: Member[] }>("GET", "/v1/households/me/members");
    const members = body.members.map((each) => ({ ...each, id: context.shortId("member", each.id) }));
    const lines = members.map(({ id, name, role }) => `- ${bare(name)} (${role}) · id ${id}`);
    const acting = actingLine(await context.keyOwner());
    const header = `Household ${quoted(household.name)}. Now: ${dayLine(now.date)}, ${now.time} (${household.timeZone}); weeks begin on ${weekdays[household.weekStartsOn - 1]}.`;
    return {
      text: [header, acting, ...lines].join("\n"),
      data: {
        household: household.name,
        timeZone: household.timeZone,
        today: now.date,
        total: members.length,
        members: members.map(({ id, name, role }) => ({ id, name, role })),
      },
    };
  },
});

/** Returns a line that names the member for whom the agent works. */
export function actingLine(member: Member | null): string {
  if (member === null) return "You act for the whole household, not for one person.";
  const { name, role } = member;
  const bounds = isAdult(role) ? "" : ` You may do no more than a ${role} may.`;
  return `You act for ${bare(name)}: “me” means that person.${bounds}`;
}

export const memberTools = [listMembers];
