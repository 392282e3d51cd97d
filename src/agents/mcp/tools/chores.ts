import { Type } from "@sinclair/typebox";
import { closed } from "#lib/wire.ts";
import type { Chore, StarBalance } from "#routines/chores/model.ts";
import { count, cursorParameter, flag, item, pageFields, text, textOrAbsent } from "../input/parameters.ts";
import { bare, dayLine, quoted } from "../output/format.ts";
import type { RowView } from "../output/paging.ts";
import { tool } from "../tool.ts";

type ChoreOverview = { readonly chores: readonly Chore[]; readonly starBalances: readonly StarBalance[] };

const listChores = tool({
  name: "list_chores",
  title: "List chores and stars",
  group: "chores",
  profile: "full",
  does: "reads",
  scopes: ["chores.read"],
  description:
    "Recurring chores, whose turn it is today and whether it is done, and the stars that everybody has earned.",
  input: closed({ cursor: cursorParameter }),
  output: closed({
    ...pageFields,
    chores: Type.Array(
      item({
        id: text,
        name: text,
        stars: count,
        repeats: textOrAbsent,
        members: Type.Array(text),
        assignment: text,
        today: Type.Array(item({ member: textOrAbsent, done: flag })),
      }),
    ),
    starBalances: Type.Array(item({ member: text, stars: count })),
  }),
  async run(context, { cursor }) {
    const { body } = await context.rest<ChoreOverview>("GET", "/v1/chores");
    const members = await context.members();
    const nameOf = (id: string) => members.find((each) => each.id === id)?.name ?? "a former member";
    const page = context.page(body.chores, cursor, "No chores.", (chore) =>
      choreView(chore, nameOf, context.shortId("chore", chore.id)),
    );
    const starBalances = body.starBalances.map(({ memberId, stars }) => ({ member: nameOf(memberId), stars }));
    const balances = starBalances.map(({ member, stars }) => `${bare(member)} ${stars}`);
    return {
      text: `Stars: ${balances.join(", ")}\n${appOnlyNote}\n${page.text}`,
      data: { ...page.paging, chores: page.items, starBalances },
    };
  },
});

export const choreTools = [listChores];

const appOnlyNote = "Chores can only be ticked off in the app, not by a tool.";

const assignmentWords: Readonly<Record<string, string>> = { each: "each of", anyone: "any of", rotate: "in turn" };

function choreView(chore: Chore, nameOf: (id: string) => string, id: string): RowView {
  const { name, stars, recurrenceRule, startDate, dueTime, assignment, memberIds, active } = chore;
  const members = memberIds.map(nameOf);
  const today = chore.today.map(({ memberId, completed }) => ({
    member: memberId === null ? null : nameOf(memberId),
    done: completed,
  }));
  const parts = [
    `- ${quoted(name)}`,
    `${stars} ${stars === 1 ? "star" : "stars"}`,
    recurrenceRule === null ? `once, on ${dayLine(startDate)}` : `${bare(recurrenceRule)} from ${dayLine(startDate)}`,
    ...(dueTime === null ? [] : [`by ${dueTime}`]),
    `${assignmentWords[assignment] ?? assignment} ${members.map(bare).join(", ")}`,
    ...(active ? [] : ["paused"]),
    `id ${id}`,
  ];
  const turns = today.map(({ member, done }) => {
    return `${member === null ? "anyone" : bare(member)} ${done ? "done" : "open"}`;
  });
  return {
    line: `${parts.join(" · ")}\n  today: ${turns.length === 0 ? "nothing" : turns.join(", ")}`,
    fields: {
      id,
      name,
      stars,
      repeats: recurrenceRule,
      members,
      assignment,
      today,
    },
  };
}
