/** What is filled in and pressed. */
import { useState } from "preact/hooks";
import type { ColorKey } from "../../../src/web/people/person-color.ts";
import { PeoplePicker, PersonPicker } from "../../../src/web/people/person-picker.tsx";
import { Button, IconButton } from "../../../src/web/ui/controls/button.tsx";
import { ChipButton, RemovableChip } from "../../../src/web/ui/controls/chip.tsx";
import { Switch } from "../../../src/web/ui/controls/choice.tsx";
import { ColorPicker } from "../../../src/web/ui/controls/color-picker.tsx";
import { EmojiPicker } from "../../../src/web/ui/controls/emoji-picker.tsx";
import { SegmentedControl } from "../../../src/web/ui/controls/segmented.tsx";
import { Select } from "../../../src/web/ui/controls/select.tsx";
import { TextArea } from "../../../src/web/ui/controls/text-area.tsx";
import { DateField, TextField, TimeField } from "../../../src/web/ui/controls/text-field.tsx";
import { Card, SectionHeader } from "../../../src/web/ui/display/surface.tsx";
import { SortableList } from "../../../src/web/ui/drag/sortable.tsx";
import { Pencil, Plus, Search } from "../../../src/web/ui/icons.ts";
import { colorNames, groupNames, people, row } from "./words.ts";

const views = [
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
] as const;

/** All of them. */
export function Controls() {
  const [text, setText] = useState("Milk");
  const [when, setWhen] = useState({ day: "2026-03-03", time: "16:00" });
  const [isOn, setOn] = useState(true);
  const [view, setView] = useState<(typeof views)[number]["value"]>("week");
  const [color, setColor] = useState<ColorKey | null>("teal");
  const [who, setWho] = useState<string | null>("1");
  const [all, setAll] = useState(["1", "4"]);
  const [emoji, setEmoji] = useState<string | null>("🦊");
  const [items, setItems] = useState(["Milk", "Bread", "Apples"]);
  const reorder = (id: string, index: number) => {
    const others = items.filter((item) => item !== id);
    setItems([...others.slice(0, index), id, ...others.slice(index)]);
  };
  return (
    <>
      <Card>
        <SectionHeader title="Buttons" />
        <div className="actions">
          <Button variant="primary" icon={<Plus />}>
            Add event
          </Button>
          <Button>Edit</Button>
          <Button variant="quiet">Not now</Button>
          <Button variant="danger">Revoke</Button>
          <Button variant="primary" busy>
            Saving
          </Button>
          <Button disabled>Disabled</Button>
          <Button size="s">Small</Button>
          <Button size="l" variant="primary">
            Large
          </Button>
          <IconButton aria-label="Edit">
            <Pencil />
          </IconButton>
          <IconButton aria-label="Add" filled>
            <Plus />
          </IconButton>
        </div>
      </Card>
      <Card className="skeletons">
        <SectionHeader title="Fields" />
        <TextField label="Title" value={text} onChange={setText} hint="As you would say it." />
        <TextField label="Search" hideLabel placeholder="Search everything" icon={<Search />} />
        <TextField label="Email" value="anna@" error="This is no complete address." onChange={() => {}} />
        <div style={row}>
          <DateField label="Day" value={when.day} onChange={(day) => setWhen({ ...when, day })} />
          <TimeField label="Time" value={when.time} onChange={(time) => setWhen({ ...when, time })} />
          <Select label="View" value={view} options={views} onChange={setView} />
        </div>
        <TextArea label="Notes" defaultValue={"One\nTwo\nThree\nFour\nFive"} />
        <Switch checked={isOn} onChange={setOn} label="All day" hint="From midnight to midnight" />
        <SegmentedControl label="View" value={view} segments={views} onChange={setView} />
        <div className="chips">
          <ChipButton pressed color="coral">
            Anna
          </ChipButton>
          <ChipButton pressed={false} color="sky">
            Ben
          </ChipButton>
          <RemovableChip name="Friday" tone="ember" onRemove={() => {}}>
            Friday
          </RemovableChip>
        </div>
      </Card>
      <Card className="skeletons">
        <SectionHeader title="Pickers" />
        <PersonPicker label="Who" people={people.slice(0, 5)} value={who} onChange={setWho} none="Anyone" />
        <PeoplePicker label="With" people={people.slice(0, 5)} value={all} onChange={setAll} />
        <ColorPicker label="Colour" value={color} onChange={setColor} names={colorNames} />
        <EmojiPicker label="Avatar" value={emoji} onChange={setEmoji} groups={groupNames} firstGroup="animals" />
      </Card>
      <Card>
        <SectionHeader title="Sorted by hand" />
        <SortableList label="Groceries" items={items.map((name) => ({ id: name, name }))} onReorder={reorder}>
          {(item, handle) => (
            <div className="choice">
              {handle}
              {item.name}
            </div>
          )}
        </SortableList>
      </Card>
    </>
  );
}
