import type { ComponentChildren } from "preact";
import { useText } from "../../../i18n/catalogue.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease } from "../../../ui/icons.ts";
import { put } from "../model/acts.ts";
import { indented, outdented, rowOf, stepped, type Target } from "../model/placing.ts";
import type { Block, List, Subtask } from "../model/source.ts";

type Props = {
  block: Subtask;
  list: List;
  shown: readonly Block[];
  /** It has gone to another level, where it is a new one. */
  onGone: () => void;
};

/** Up, down, in and out: what dragging does, for every hand. */
export function ItemPlace({ block, list, shown, onGone }: Props) {
  const { item } = useText().lists;
  const row = rowOf(shown, block.id);
  if (!row) return null;
  const step = (label: string, icon: ComponentChildren, to: Target | null) => (
    <Button
      icon={icon}
      disabled={to === null}
      onClick={() => {
        if (to && put(list, row, to) !== block.id) onGone();
      }}
    >
      {label}
    </Button>
  );
  return (
    <FieldSet label={item.order} hint={row.subtaskCount > 0 ? item.hasSubtasks : undefined}>
      <div className="lists-place">
        {step(item.up, <ArrowUp />, stepped(shown, row, -1))}
        {step(item.down, <ArrowDown />, stepped(shown, row, 1))}
        {block.type === "task" &&
          (row.parentId === null
            ? step(item.indent, <IndentIncrease />, indented(shown, row))
            : step(item.outdent, <IndentDecrease />, outdented(row)))}
      </div>
    </FieldSet>
  );
}
