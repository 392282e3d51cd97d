import { useRef } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { cx } from "../../../ui/cx.ts";
import { ItemBranch, isWrittenIn } from "../item/item-branch.tsx";
import { keyOf } from "../model/keys.ts";
import type { Block } from "../model/source.ts";
import type { Editing, ItemActs } from "./use-items.ts";
import { useRowDrag } from "./use-row-drag.ts";

type Props = { shown: readonly Block[]; editing: Editing | null; acts: ItemActs };

/** From here on, rows out of sight are not laid out. */
const manyRows = 100;

/** The rows of a list, to tick, to write in and to drag. */
export function Items({ shown, editing, acts }: Props) {
  const { lists } = useText();
  const container = useRef<HTMLDivElement>(null);
  useRowDrag(container, shown, acts);
  return (
    <div ref={container} className={cx("lists-items", shown.length > manyRows && "lists-items-long")}>
      <ul aria-label={lists.list.items}>
        {shown.map((block) => (
          <ItemBranch
            key={keyOf(block.id)}
            block={block}
            acts={acts}
            editing={editing && isWrittenIn(block, editing) ? editing : null}
          />
        ))}
      </ul>
    </div>
  );
}
