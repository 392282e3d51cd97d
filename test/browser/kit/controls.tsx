/** Gallery of the controls: buttons, fields and pickers. */
import { useRef, useState } from "preact/hooks";
import { lists } from "#web/i18n/en/lists.ts";
import { PeoplePicker, PersonPicker } from "#web/people/person-picker.tsx";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { ChipButton, RemovableChip } from "#web/ui/controls/chip.tsx";
import { Checkbox, Switch } from "#web/ui/controls/choice.tsx";
import { ColorPicker } from "#web/ui/controls/color-picker.tsx";
import { EmojiPicker } from "#web/ui/controls/emoji-picker.tsx";
import { FileButton } from "#web/ui/controls/file-button.tsx";
import { RadioGroup } from "#web/ui/controls/radio-group.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { DateField, TextField, TimeField } from "#web/ui/controls/text-field.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import { useSwipe } from "#web/ui/drag/use-swipe.ts";
import { Pencil, Plus, Search } from "#web/ui/icons.ts";
import type { ColorKey } from "#web/ui/person-color.ts";
import { people, row } from "./words.ts";

const views = [
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
] as const;

const frequencies = [
  { value: 1, content: <strong>Every day</strong> },
  { value: 7, content: <strong>Every week</strong> },
  { value: 14, content: <strong>Every other week</strong>, disabled: true },
  { value: null, content: <strong>Never</strong> },
];

/** Shows all controls and, as JSON, the values that they report. */
export function Controls() {
  const [text, setText] = useState("Milk");
  const [when, setWhen] = useState({ day: "2026-03-03", time: "16:00" });
  const [isOn, setOn] = useState(true);
  const [view, setView] = useState<(typeof views)[number]["value"]>("week");
  const [often, setOften] = useState<number | null>(1);
  const [color, setColor] = useState<ColorKey | null>("teal");
  const [who, setWho] = useState<string | null>("1");
  const [all, setAll] = useState(["1", "4"]);
  const [emoji, setEmoji] = useState<string | null>("🦊");
  const [isSure, setSure] = useState(false);
  const [files, setFiles] = useState<string[]>([]);
  const values = { text, ...when, isOn, isSure, view, often, color, who, all, emoji, files };
  return (
    <>
      <output aria-label="Values" hidden>
        {JSON.stringify(values)}
      </output>
      <Card>
        <SectionHeader title="Buttons" />
        <div className="actions">
          <Button variant="primary" icon={<Plus />}>
            Add event
          </Button>
          <Button>Edit</Button>
          <Button variant="quiet">Not now</Button>
          <Button variant="danger">Revoke</Button>
          <Button variant="primary" busy onClick={() => setText("Saved twice")}>
            Saving
          </Button>
          <Button disabled>Disabled</Button>
          <FileButton label="Choose a file" accept=".txt" onChoose={({ name }) => setFiles([...files, name])} />
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
        <Checkbox checked={isSure} onChange={setSure} label="Sure" />
        <Checkbox checked onChange={() => {}} label="Stays ticked" />
        <SegmentedControl label="View" value={view} segments={views} onChange={setView} />
        <RadioGroup
          label="How often"
          hint="You can change this later."
          value={often}
          options={frequencies}
          onChange={setOften}
          className="skeletons"
          optionClass="choice"
        />
        <div className="chips">
          <ChipButton pressed color="coral">
            Anna
          </ChipButton>
          <ChipButton pressed={false} color="sky">
            Ben
          </ChipButton>
          <RemovableChip name="Friday" tone="ember" onRemove={() => setText("Without Friday")}>
            Friday
          </RemovableChip>
        </div>
      </Card>
      <Card className="skeletons">
        <SectionHeader title="Pickers" />
        <PersonPicker label="Who" people={people.slice(0, 5)} value={who} onChange={setWho} none="Anyone" />
        <PeoplePicker label="With" people={people.slice(0, 5)} value={all} onChange={setAll} />
        <ColorPicker label="Colour" value={color} onChange={setColor} names={lists.form.colors} />
        <EmojiPicker
          label="Avatar"
          value={emoji}
          onChange={setEmoji}
          groups={lists.form.emojiGroups}
          firstGroup="animals"
        />
      </Card>
    </>
  );
}

/** Shows the number of a day, which a swipe raises or lowers by one. */
export function SwipedDays() {
  const area = useRef<HTMLDivElement>(null);
  const [day, setDay] = useState(0);
  useSwipe(area, (direction) => setDay((now) => now + direction));
  return (
    <div ref={area} id="days" className="card" style={{ minBlockSize: "120vh" }}>
      Day {day}
    </div>
  );
}
