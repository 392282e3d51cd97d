import { useIsAdult } from "../../sync/session.ts";
import type { Address } from "./address.ts";
import { EditSheet } from "./edit/edit-sheet.tsx";
import { ManageSheet } from "./edit/manage-sheet.tsx";
import { HistorySheet } from "./history-sheet.tsx";
import type { Chores } from "./model/source.ts";
import { OneByOne } from "./one-by-one/one-by-one.tsx";

/** What is open over the board, as the address says it. */
export function OverBoard({ data, address }: { data: Chores; address: Address }) {
  const isAdult = useIsAdult();
  const choreOf = (id: string | null) => data.chores.find((chore) => chore.id === id);
  const edited = address.get("edit");
  const one = address.get("one");
  const past = choreOf(address.get("chore"));
  if (past) return <HistorySheet chore={past} onClose={address.close} />;
  if (one !== null) return <OneByOne data={data} memberId={one || null} address={address} />;
  if (!isAdult) return null;
  if (edited === "new" || choreOf(edited)) {
    return <EditSheet key={edited} chore={choreOf(edited) ?? null} onClose={address.close} />;
  }
  return address.get("all") === null ? null : <ManageSheet data={data} address={address} />;
}
