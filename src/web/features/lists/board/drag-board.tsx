import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { DragArea, type Drop, SortableGroup } from "#web/ui/drag/sortable.tsx";
import { moveList, orderLists } from "../model/board-writes.ts";
import type { Section } from "../model/source.ts";
import { Board } from "./board.tsx";

export function DragBoard({ sections }: { sections: readonly Section[] }) {
  const { lists } = useText();
  return (
    <DragArea onDrop={(drop) => put(sections, drop)}>
      <Board
        sections={sections}
        draw={(section, card) => (
          <SortableGroup
            id={section.id}
            items={section.lists}
            label={lists.board.listsOf(section.name)}
            className="lists-grid"
          >
            {card}
          </SortableGroup>
        )}
      />
    </DragArea>
  );
}

function put(sections: readonly Section[], drop: Drop): void {
  if (drop.kind !== "sorted") return;
  const { id, from, to } = drop;
  const list = sections.flatMap((section) => section.lists).find((each) => each.id === id);
  const section = sections.find((each) => each.id === to.group);
  if (!list || !section) return;
  const { name } = list;
  const ids = section.lists.map((each) => each.id).filter((each) => each !== id);
  const order = { sectionId: section.id, ids: ids.toSpliced(to.index, 0, id), moved: id, name };
  if (from.group === to.group) perform(orderLists, order);
  else {
    perform(moveList, { id, name, sectionId: section.id, section: section.name });
    if (to.index < ids.length) perform(orderLists, order, { message: null });
  }
}
