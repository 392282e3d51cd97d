/** Finds what an undo cannot restore: members who left the household, and pictures whose files were deleted. */
import { lazy } from "#lib/lazy.ts";
import { straightenQuotes } from "#lib/sentence.ts";
import { type Row, rowsWhere } from "#platform/activity/images.ts";
import type { RestorableTable } from "#platform/traits.ts";
import type { Work } from "#platform/work.ts";
import { presentMembers } from "./members.ts";
import type { Restoration } from "./rows.ts";

/** Columns of a table that has pictures. `cleared` has the values that a row gets if the picture's file was deleted. */
type PictureColumns = { readonly file: string; readonly cleared: Row; readonly describeLoss: (name: string) => string };

const pictures: { readonly [Table in RestorableTable]?: PictureColumns } = {
  list: {
    file: "coverFile",
    cleared: { coverFile: null, coverHidden: 0, coverAttribution: null },
    describeLoss: (name) => `The cover of “${name}”: its picture was deleted, so it has its gradient`,
  },
  listTemplate: {
    file: "coverFile",
    cleared: { coverFile: null, coverHidden: 0, coverAttribution: null },
    describeLoss: (name) => `The cover of the template “${name}”: its picture was deleted`,
  },
  recipe: {
    file: "photoFile",
    cleared: { photoFile: null, photoSource: null },
    describeLoss: (name) => `The photo of “${name}”: its picture was deleted`,
  },
};

/**
 * Returns the rows without what cannot be restored: the owner of a shared list and the cook of a restored meal if they
 * have left the household, and pictures that were replaced so long ago that their files were deleted. `lost` describes
 * for people what is missing. It leaves out owners, because a shared list needs none.
 */
export function withoutLosses(
  work: Work,
  all: readonly Restoration[],
  hasPicture: (file: string) => boolean,
): { rows: Restoration[]; lost: string[] } {
  const lost: string[] = [];
  const present = lazy(() => presentMembers(work));
  const isAbsent = (id: unknown) => typeof id === "string" && !present().has(id);
  const owned = clear(all, ({ table, target }) =>
    table === "list" && target?.visibility === "shared" && isAbsent(target.ownerId) ? { ownerId: null } : null,
  );
  const cooked = clear(owned, ({ table, target, current }) => {
    if (table !== "meal" || current !== null || !isAbsent(target?.cookId)) return null;
    const [recipe] = rowsWhere(work, "recipe", { id: target?.recipeId ?? null });
    lost.push(`The cook of “${straightenQuotes(String(recipe?.name ?? ""))}”: no longer in the household`);
    return { cookId: null };
  });
  const rows = clear(cooked, ({ table, target, current }) => {
    const columns = pictures[table];
    const file = (columns && target?.[columns.file]) ?? null;
    if (!columns || file === null || file === current?.[columns.file] || hasPicture(String(file))) return null;
    lost.push(columns.describeLoss(straightenQuotes(String(target?.name))));
    return columns.cleared;
  });
  return { rows, lost };
}

function clear(all: readonly Restoration[], clearedOf: (each: Restoration) => Row | null): Restoration[] {
  return all.map((each) => {
    const cleared = clearedOf(each);
    return cleared ? { ...each, target: { ...each.target, ...cleared } } : each;
  });
}

/**
 * Returns the columns of a picture that an undo cleared, because its file was deleted. These count as unchanged.
 */
export function clearedColumns({ table, expected, current }: Restoration, hasPicture: (file: string) => boolean) {
  const columns = pictures[table];
  const file = (columns && expected?.[columns.file]) ?? null;
  if (!columns || file === null || current?.[columns.file] !== null || hasPicture(String(file))) return [];
  return Object.keys(columns.cleared);
}

/** Picture files that rows name again, and files that no row names any more. */
export type ChangedPictures = { readonly restored: readonly string[]; readonly orphans: readonly string[] };

export function changedPictures(written: readonly Restoration[]): ChangedPictures {
  const filesOf = (of: (each: Restoration) => Row | null, other: (each: Restoration) => Row | null) =>
    written.flatMap((each) => {
      const column = pictures[each.table]?.file;
      const row = of(each);
      const file = column === undefined ? null : row?.[column];
      const isKept = column !== undefined && file === other(each)?.[column];
      return typeof file === "string" && !isKept ? [file] : [];
    });
  const whole = ({ target, current }: Restoration) => target && { ...current, ...target };
  return { restored: filesOf(whole, ({ current }) => current), orphans: filesOf(({ current }) => current, whole) };
}
