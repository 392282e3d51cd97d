import type { Overlay } from "../../shell/use-overlay.ts";
import { useIsAdult } from "../../sync/session.ts";
import { EditSheet } from "./edit/edit-sheet.tsx";
import { ManageSheet } from "./edit/manage-sheet.tsx";
import { HistorySheet } from "./history-sheet.tsx";
import type { Chores } from "./model/source.ts";
import { OneByOne } from "./one-by-one/one-by-one.tsx";

/** Everything that opens over the board. */
export type ChoresOverlay = Overlay<"chore" | "edit" | "one" | "all">;

/** What is open over the board, as the address says it. */
export function OverBoard({ data, address }: { data: Chores; address: ChoresOverlay }) {
  const isAdult = useIsAdult();
  const choreOf = (id: string | null) => data.chores.find((chore) => chore.id === id);
  const { edit: edited, one, all } = address.value;
  const past = choreOf(address.value.chore);
  if (past) return <HistorySheet chore={past} onClose={address.close} />;
  if (one !== null) return <OneByOne data={data} memberId={one || null} address={address} />;
  if (!isAdult) return null;
  if (edited === "new" || choreOf(edited)) {
    return <EditSheet key={edited} chore={choreOf(edited) ?? null} onClose={address.close} />;
  }
  return all === null ? null : <ManageSheet data={data} address={address} />;
}
