import type { Aisle } from "#lib/ingredients/aisles.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { SortableList } from "#web/ui/drag/sortable.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { groceriesSource } from "../../meals/model/shopping.ts";
import { setAisles } from "../model/aisles.ts";
import type { ListSummary } from "../model/source.ts";

/** Sheet to arrange the aisles in the order of the shop where the items of this list are bought. */
export function AislesSheet({ list, onClose }: { list: ListSummary; onClose: () => void }) {
  const { lists, common } = useText();
  const { data } = useSource(groceriesSource, {});
  const order = data?.lists.find(({ listId }) => listId === list.id)?.aisles ?? [];
  const items = order.map((aisle) => ({ id: aisle, name: lists.aisles.names[aisle] }));
  const put = (aisles: Aisle[]) => perform(setAisles, { id: list.id, name: list.name, change: { aisles } });
  return (
    <Sheet
      open
      size="s"
      title={lists.aisles.order}
      sub={lists.aisles.orderHint}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {common.done}
        </Button>
      }
    >
      <SortableList items={items} label={lists.aisles.order} className="lists-arrange" onReorder={put}>
        {({ name }, handle) => (
          <>
            <span>{name}</span>
            {handle}
          </>
        )}
      </SortableList>
    </Sheet>
  );
}
