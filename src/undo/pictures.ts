import type { Row } from "../activity/images.ts";
import type { RestorableTable } from "../traits.ts";
import type { Restoration } from "./rows.ts";

/** `cleared` replaces the columns of a picture whose file was deleted. */
type PictureColumns = { readonly file: string; readonly cleared: Row; readonly describeLoss: (name: string) => string };

const pictures: { readonly [Table in RestorableTable]?: PictureColumns } = {
  list: {
    file: "coverFile",
    cleared: { coverFile: null, coverHidden: 0, coverAttribution: null },
    describeLoss: (name) => `The cover of “${name}”: its picture was deleted, so it has its gradient`,
  },
  recipe: {
    file: "photoFile",
    cleared: { photoFile: null, photoSource: null },
    describeLoss: (name) => `The photo of “${name}”: its picture was deleted`,
  },
};

/** The file of a replaced picture is deleted. `lost` describes what cannot be restored. */
export function withoutLostPictures(all: readonly Restoration[]): { rows: Restoration[]; lost: string[] } {
  const lost: string[] = [];
  const rows = all.map((each): Restoration => {
    const columns = pictures[each.table];
    const { wanted, current } = each;
    const file = columns && wanted ? (wanted[columns.file] ?? null) : null;
    if (!columns || file === null || file === current?.[columns.file]) return each;
    lost.push(columns.describeLoss(String(wanted?.name)));
    return { ...each, wanted: { ...wanted, ...columns.cleared } };
  });
  return { rows, lost };
}

/** Files to delete after the commit. */
export function orphanedPictures(written: readonly Restoration[]): string[] {
  return written.flatMap(({ table, wanted, current }) => {
    const column = pictures[table]?.file;
    const file = column === undefined ? null : current?.[column];
    const isKept = column !== undefined && wanted !== null && (!(column in wanted) || wanted[column] === file);
    return typeof file === "string" && !isKept ? [file] : [];
  });
}
