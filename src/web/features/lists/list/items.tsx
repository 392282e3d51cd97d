import type { TargetedPointerEvent } from "preact";
import { useCallback, useRef } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { useStore } from "../../../sync/store.ts";
import { cx } from "../../../ui/cx.ts";
import { ItemBranch, isWrittenIn } from "../item/item-branch.tsx";
import { keyOf } from "../model/keys.ts";
import type { Target } from "../model/placing.ts";
import { rowsOf } from "../model/rows.ts";
import type { Block } from "../model/source.ts";
import { beginDrag, dropLine } from "./row-drag.ts";
import type { Editing, ItemActs } from "./use-items.ts";

type Props = { shown: readonly Block[]; editing: Editing | null; acts: ItemActs };

/** From here on, rows out of sight are not laid out. */
const manyRows = 100;

/** What is on a list, row by row, to tick, to write in and to drag. */
export function Items({ shown, editing, acts }: Props) {
  const { lists } = useText();
  const container = useRef<HTMLDivElement>(null);
  const latest = useRef(shown);
  latest.current = shown;

  const pickUp = useCallback(
    (event: TargetedPointerEvent<HTMLElement>, id: string, isHeld: boolean) => {
      const rows = rowsOf(latest.current);
      const moved = rows.find((row) => row.block.id === id);
      if (!moved || !container.current || event.button !== 0) return;
      const drag = { container: container.current, rows, moved, keyOf, onDrop: (to: Target) => acts.drop(moved, to) };
      beginDrag(drag, { x: event.clientX, y: event.clientY, pointerId: event.pointerId }, isHeld);
    },
    [acts],
  );
  const onGrip = useCallback(
    (event: TargetedPointerEvent<HTMLElement>, id: string) => pickUp(event, id, false),
    [pickUp],
  );

  /** A finger that rests on a row picks it up, but where something is being written. */
  const onPress = (event: TargetedPointerEvent<HTMLElement>) => {
    const target = event.target as Element;
    if (event.pointerType === "mouse" || target.closest(".lists-grip, textarea, a")) return;
    const key = target.closest<HTMLElement>("[data-row]")?.dataset.row;
    const row = rowsOf(latest.current).find(({ block }) => keyOf(block.id) === key);
    if (row) pickUp(event, row.block.id, true);
  };

  return (
    <div
      ref={container}
      className={cx("lists-items", shown.length > manyRows && "lists-items-long")}
      onPointerDown={onPress}
    >
      <ul aria-label={lists.list.items}>
        {shown.map((block) => (
          <ItemBranch
            key={keyOf(block.id)}
            block={block}
            acts={acts}
            onGrip={onGrip}
            editing={editing && isWrittenIn(block, editing) ? editing : null}
          />
        ))}
      </ul>
      <DropLine />
    </div>
  );
}

function DropLine() {
  const line = useStore(dropLine);
  if (!line) return null;
  return (
    <div
      className={line.isDeep ? "lists-drop-line lists-drop-line-deep" : "lists-drop-line"}
      style={{ insetBlockStart: line.top }}
    />
  );
}
