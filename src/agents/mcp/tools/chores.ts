import { closed } from "#lib/wire.ts";
import type { Chore, StarBalance } from "#routines/chores/model.ts";
import { allOptional, Field, items, Param } from "../input/parameters.ts";
import type { RowView } from "../output/answers.ts";
import { bare, countText, dayLine, joinParts, quoted } from "../output/format.ts";
import { toolsOf, type Viewer } from "../tool.ts";

type ChoreOverview = { readonly chores: readonly Chore[]; readonly starBalances: readonly StarBalance[] };

const listChores = toolsOf("chores")({
  name: "list_chores",
  title: "List chores and stars",
  does: "reads",
  description:
    "Recurring chores, whose turn it is today and whether it is done, and the stars that everybody has earned.",
  input: allOptional({ cursor: Param.cursor }),
  output: closed({
    ...Field.page,
    chores: items({
      id: Field.text,
      name: Field.text,
      stars: Field.count,
      repeats: Field.optionalText,
      members: Field.texts,
      assignment: Field.text,
      today: items({ member: Field.optionalText, done: Field.flag }),
    }),
    starBalances: items({ member: Field.text, stars: Field.count }),
  }),
  async run(context, { cursor }) {
    const { body } = await context.rest<ChoreOverview>("GET", "/v1/chores");
    const page = context.page(body.chores, cursor, "No chores.", choreView);
    const starBalances = body.starBalances.map(({ memberId, stars }) => ({ member: context.nameOf(memberId), stars }));
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

function choreView(chore: Chore, { nameOf, shortId }: Viewer): RowView {
  const { name, stars, recurrenceRule, dueTime, assignment } = chore;
  const id = shortId("chore", chore.id);
  const members = chore.memberIds.map(nameOf);
  const today = chore.today.map(({ memberId, completed }) => {
    return { member: memberId === null ? null : nameOf(memberId), done: completed };
  });
  const start = dayLine(chore.startDate);
  const line = joinParts([
    `- ${quoted(name)}`,
    countText(stars, "star"),
    recurrenceRule === null ? `once, on ${start}` : `${bare(recurrenceRule)} from ${start}`,
    dueTime !== null && `by ${dueTime}`,
    `${assignmentWords[assignment] ?? assignment} ${members.map(bare).join(", ")}`,
    !chore.active && "paused",
    `id ${id}`,
  ]);
  const turns = today.map(
    ({ member, done }) => `${member === null ? "anyone" : bare(member)} ${done ? "done" : "open"}`,
  );
  return {
    line: `${line}\n  today: ${turns.join(", ") || "nothing"}`,
    fields: { id, name, stars, repeats: recurrenceRule, members, assignment, today },
  };
}
