/** What is dragged: among lists, onto targets, in a list that scrolls, in a sheet. */
import { useState } from "preact/hooks";
import { Button } from "../../../src/web/ui/controls/button.tsx";
import { Card, SectionHeader } from "../../../src/web/ui/display/surface.tsx";
import {
  DragArea,
  type Drop,
  SortableGroup,
  SortableList,
  useDraggable,
  useDropTarget,
} from "../../../src/web/ui/drag/sortable.tsx";
import { Sheet } from "../../../src/web/ui/overlay/sheet.tsx";
import { row } from "./words.ts";

const many = Array.from({ length: 60 }, (_, index) => `Row ${index + 1}`);
const slots = ["Monday lunch", "Tuesday lunch", "Monday dinner", "Tuesday dinner"];
const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
const put = (names: readonly string[], id: string, index: number) =>
  names.filter((name) => name !== id).toSpliced(index, 0, id);

/** All of them, and what the last drop said. */
export function Drags() {
  const [last, setLast] = useState("Nothing yet");
  const [shelves, setShelves] = useState({
    Fridge: ["Butter", "Cheese", "Quark"],
    Cellar: ["Wine", "Beer"],
    Attic: [],
  });
  const [rows, setRows] = useState(many);
  const [steps, setSteps] = useState(["Boil", "Stir"]);
  const [isOpen, setOpen] = useState(false);
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
    <Card className="skeletons">
      <SectionHeader title="Dragged" />
      <output aria-label="Last drop">{last}</output>
      <DragArea onDrop={drop}>
        <div style={row}>
          {Object.entries<string[]>(shelves).map(([name, foods]) => (
            <div key={name} style={{ minBlockSize: "9rem" }}>
              <SortableGroup id={name} label={name} items={named(foods)}>
                {(item, handle) => (
                  <div className="choice">
                    {handle}
                    {item.name}
                  </div>
                )}
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
      <Button onClick={() => setOpen(true)}>Open steps</Button>
      <div id="scroller" style={{ maxBlockSize: "16rem", overflowY: "auto" }}>
        <SortableList label="Long list" items={named(rows)} onReorder={(id, index) => setRows(put(rows, id, index))}>
          {(item, handle) => (
            <div className="choice">
              {handle}
              {item.name}
            </div>
          )}
        </SortableList>
      </div>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Steps">
        <SortableList
          label="Steps in order"
          items={named(steps)}
          onReorder={(id, index) => setSteps(put(steps, id, index))}
        >
          {(item, handle) => (
            <div className="choice">
              {handle}
              {item.name}
            </div>
          )}
        </SortableList>
      </Sheet>
    </Card>
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
