import type { Member } from "#accounts/members/model.ts";
import { closed } from "#lib/wire.ts";
import { isAdult } from "#platform/auth/role.ts";
import { items, textFields } from "../input/parameters.ts";
import { capitalized, weekdayName } from "../input/times.ts";
import { bare, dayLine, quoted } from "../output/format.ts";
import { toolsOf } from "../tool.ts";

const listMembers = toolsOf("always")({
  name: "list_members",
  title: "List the household's members",
  profile: "core",
  does: "reads",
  description:
    "Who lives here: names, roles and ids, with time zone and present time. Other tools take members by name.",
  input: closed({}),
  output: closed({
    ...textFields("household", "timeZone", "today"),
    members: items(textFields("id", "name", "role")),
  }),
  async run(context) {
    const { household, now } = context;
    const { timeZone } = household;
    const { body } = await context.rest<{ members: Member[] }>("GET", "/v1/households/me/members");
    const members = body.members.map(({ id, name, role }) => ({ id: context.shortId("member", id), name, role }));
    const lines = members.map(({ id, name, role }) => `- ${bare(name)} (${role}) · id ${id}`);
    const acting = actingLine(context.keyOwner);
    const firstDay = capitalized(weekdayName(household.weekStartsOn));
    const header = `Household ${quoted(household.name)}. Now: ${dayLine(now.date)}, ${now.time} (${timeZone}); weeks begin on ${firstDay}.`;
    return {
      text: [header, acting, ...lines].join("\n"),
      data: { household: household.name, timeZone, today: now.date, members },
    };
  },
});

export function actingLine(member: Member | null): string {
  if (member === null) return "You act for the whole household, not for one person.";
  const { name, role } = member;
  const bounds = isAdult(role) ? "" : ` You may do no more than a ${role} may.`;
  return `You act for ${bare(name)}${isAdult(role) ? "" : `, a ${role}`}: “me” means that person.${bounds}`;
}

export const memberTools = [listMembers];
