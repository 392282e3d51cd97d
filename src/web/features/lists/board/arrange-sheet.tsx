import { useText } from "../../../i18n/catalogue.ts";
import { perform } from "../../../sync/perform.ts";
import { SortableList } from "../../../ui/drag/sortable.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { orderSections } from "../model/board-writes.ts";
import type { Section } from "../model/source.ts";

/** The sections alone, to drag into their order. */
export function ArrangeSheet({ sections, onClose }: { sections: readonly Section[]; onClose: () => void }) {
  const { lists } = useText();
  const put = (id: string, index: number) => {
    const section = sections.find((each) => each.id === id);
    if (!section) return;
    const others = sections.map((each) => each.id).filter((each) => each !== id);
    perform(orderSections, { ids: others.toSpliced(index, 0, id), moved: id, name: section.name });
  };
  return (
    <Sheet open size="s" title={lists.board.arrange} onClose={onClose}>
      <SortableList items={sections} label={lists.board.sections} className="lists-arrange" onReorder={put}>
        {(section, handle) => (
          <>
            <span>{section.name}</span>
            {handle}
          </>
        )}
      </SortableList>
    </Sheet>
  );
}
