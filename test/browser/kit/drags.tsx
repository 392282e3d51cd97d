/** Gallery of drags: among lists, onto targets, in a list that scrolls, and in a sheet. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "#web/ui/controls/button.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import {
  DragArea,
  type Drop,
  SortableGroup,
  SortableList,
  useDraggable,
  useDropTarget,
} from "#web/ui/drag/sortable.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { row } from "./words.ts";

/** Names of the rows of a list that is too long for its box. */
export const many = Array.from({ length: 60 }, (_, index) => `Row ${index + 1}`);
const slots = ["Monday lunch", "Tuesday lunch", "Monday dinner", "Tuesday dinner"];
const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
const put = (names: readonly string[], id: string, index: number) =>
  names.filter((name) => name !== id).toSpliced(index, 0, id);

const handled = ({ name }: { name: string }, handle: ComponentChildren) => (
  <div className="choice">
    {handle}
    {name}
  </div>
);

/** Shows three lists and four drop targets in one area, and a description of the last drop. */
export function Shelves() {
  const [last, setLast] = useState("Nothing yet");
  const [shelves, setShelves] = useState({
    Fridge: ["Butter", "Cheese", "Quark"],
    Cellar: ["Wine", "Beer"],
    Attic: [],
  });
  const drop = (each: Drop) => {
    if (each.kind === "dropped") return setLast(`${each.id} to ${each.target}`);
    const { id, from, to } = each;
    setLast(`${id} from ${from.group} ${from.index} to ${to.group} ${to.index}`);
    setShelves((now) => {
      const without = Object.entries(now).map(([name, foods]) => [name, foods.filter((food) => food !== id)] as const);
      return Object.fromEntries(
        without.map(([name, foods]) => [name, name === to.group ? put(foods, id, to.index) : foods]),
      ) as typeof now;
    });
  };
  return (
    <Card className="skeletons" style={{ minBlockSize: "150vh", alignContent: "start" }}>
      <SectionHeader title="Dragged" />
      <output aria-label="Last drop">{last}</output>
      <DragArea onDrop={drop}>
        <div style={row}>
          {Object.entries<string[]>(shelves).map(([name, foods]) => (
            <div key={name} style={{ minBlockSize: "9rem" }}>
              <SortableGroup id={name} label={name} items={named(foods)}>
                {handled}
              </SortableGroup>
            </div>
          ))}
        </div>
        <Piece name="Soup" />
        <div style={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: "0.5rem" }}>
          {slots.map((name) => (
            <Slot key={name} name={name} />
          ))}
        </div>
      </DragArea>
      <Button onClick={() => setShelves({ ...shelves, Fridge: ["Cheese", "Quark"] })}>Eat the butter</Button>
    </Card>
  );
}

/** Shows a list that is sorted by hand, and that scrolls if it is long. */
export function Sorted({ label, names }: { label: string; names: readonly string[] }) {
  const [rows, setRows] = useState(names);
  return (
    <div id="scroller" style={{ maxBlockSize: "16rem", overflowY: "auto" }}>
      <SortableList label={label} items={named(rows)} onReorder={setRows}>
        {handled}
      </SortableList>
    </div>
  );
}

/** Shows a button that opens a sheet with a list that is sorted by hand. */
export function Steps() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open steps</Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Steps">
        <Sorted label="Steps in order" names={["Boil", "Stir"]} />
      </Sheet>
    </>
  );
}

function Piece({ name }: { name: string }) {
  const { ref, isDragging } = useDraggable({ id: name, name });
  return (
    <div ref={ref} id="piece" className={isDragging ? "card dragging" : "card"}>
      {name}
    </div>
  );
}

function Slot({ name }: { name: string }) {
  const { ref, isOver } = useDropTarget({ id: name, name });
  return (
    <div ref={ref} className={isOver ? "card drop-target" : "card"}>
      {name}
    </div>
  );
}
