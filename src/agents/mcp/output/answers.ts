/** Results that several tools have in common. */
import type { IdKind } from "#lib/short-ids.ts";
import type { Context, ToolAnswer } from "../tool.ts";
import type { Page, RowView } from "./paging.ts";

/** Formats the id that undoes a change: ` · activityId …`. Returns an empty text if nothing changed. */
export function activityText(activityId: string | null): string {
  return activityId === null ? "" : ` · activityId ${activityId}`;
}

/** Returns the result of a tool that saved a record: `Added: “Soup” · … · activityId …`, and then the remarks. */
export function savedAnswer(
  outcome: string,
  { line, fields }: RowView,
  activityId: string | null,
  remarks: readonly string[] = [],
): ToolAnswer {
  const text = [`${outcome}: ${line.slice(2)}${activityText(activityId)}`, ...remarks].join("\n");
  return { text, data: { ...fields, activityId } };
}

type Deletion = {
  readonly kind: IdKind;
  readonly id: string;
  readonly path: string;
  /** What is deleted, with its name in quotation marks. */
  readonly what: string;
  readonly outcome: string;
  readonly confirm: boolean | undefined;
};

/** Deletes a record after the person agreed. @throws ToolError, or ConfirmationNeeded if the client can ask the person */
export async function deleteRecord(context: Context, deletion: Deletion): Promise<ToolAnswer> {
  const { kind, id, path, what, outcome, confirm } = deletion;
  context.confirm(confirm, what, id, { isLarge: true });
  const { activityId } = await context.rest("DELETE", path);
  return removedAnswer(outcome, context.shortId(kind, id), activityId);
}

export function removedAnswer(outcome: string, id: string, activityId: string | null): ToolAnswer {
  return { text: `${outcome} · id ${id} · activityId ${activityId}`, data: { id, activityId } };
}

/** Returns the result of a tool that lists records. `name` is the field with the rows. */
export function pageAnswer({ text, paging, items }: Page, name: string): ToolAnswer {
  return { text, data: { ...paging, [name]: items } };
}
