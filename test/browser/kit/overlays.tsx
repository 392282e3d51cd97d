/** Gallery of dialogs, menus, popovers and toasts, which open over the page. */
import { useRef, useState } from "preact/hooks";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { DateField, TextField, TimeField } from "#web/ui/controls/text-field.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import { Archive, Copy, Trash2 } from "#web/ui/icons.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { AnchoredPopover, Popover } from "#web/ui/overlay/popover.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { useToasts } from "#web/ui/overlay/toast-store.ts";
import { people, row } from "./words.ts";

/** Shows a button for each overlay, on a page that scrolls. */
export function Overlays() {
  const toasts = useToasts();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isAnchored, setAnchored] = useState(false);
  const [open, setOpen] = useState<"sheet" | "side" | "confirm" | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [title, setTitle] = useState("Swimming");
  const close = () => setOpen(null);
  const undo = { label: "Undo", onPress: () => setTitle("Undone") };
  return (
    <Card style={{ minBlockSize: "120vh" }}>
      <SectionHeader
        title="Overlays"
        actions={
          <Menu
            label="More for this list"
            items={[
              { label: "Copy", icon: <Copy />, onSelect: () => setTitle("Copied") },
              { label: "Archive", icon: <Archive />, onSelect: () => {} },
              { label: "Show done", checked: true, onSelect: () => {}, startsGroup: true },
              { label: "Delete", icon: <Trash2 />, danger: true, startsGroup: true, onSelect: () => {} },
            ]}
          />
        }
      />
      <div className="actions">
        <Button onClick={() => setOpen("sheet")}>Open sheet</Button>
        <Button onClick={() => setOpen("side")}>Open beside</Button>
        <Button onClick={() => setOpen("confirm")}>Ask</Button>
        <Button onClick={() => toasts.show({ message: "“Passport photos” is done", action: undo })}>Toast</Button>
        <Button
          onClick={() =>
            toasts.show({
              message: "That was not saved: the list is gone.",
              tone: "error",
              action: { label: "Reload", onPress: () => setTitle("Reloaded") },
            })
          }
        >
          Failing toast
        </Button>
        <Popover trigger={<Button>Popover</Button>} title="Next dates">
          <p className="small">3, 10 and 17 March</p>
        </Popover>
        <Button ref={anchor} onClick={() => setAnchored(true)}>
          Tuesday
        </Button>
        {isAnchored && (
          <AnchoredPopover
            anchor={() => anchor.current}
            onClose={() => setAnchored(false)}
            title="Swimming on Tuesday"
            beside
            footer={<Button onClick={() => setTitle("Edited")}>Edit it</Button>}
          >
            At four
          </AnchoredPopover>
        )}
      </div>
      <output className="small soft">{title}</output>
      <Sheet
        open={open === "sheet" || open === "side"}
        side={open === "side"}
        onClose={close}
        onSubmit={close}
        title="Edit event"
        sub="Tuesday, 3 March"
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen("confirm")}>
              Delete
            </Button>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" type="submit">
              Save
            </Button>
          </>
        }
      >
        <TextField label="Title of the event" value={title} onChange={setTitle} />
        <div style={row}>
          <DateField label="Starts on" value="2026-03-03" onChange={() => {}} />
          <TimeField label="Starts at" value="16:00" onChange={() => {}} />
        </div>
        <PersonPicker label="Whose" people={people.slice(0, 4)} value="2" onChange={() => {}} />
        <Popover trigger={<Button size="s">Next dates</Button>} title="The next three">
          <p className="small">3, 10 and 17 March</p>
        </Popover>
        <div className="actions">
          <Menu label="More for the event" items={[{ label: "Repeat", onSelect: () => setTitle("Repeated") }]} />
          <Button onClick={() => setAsked(true)}>Discard</Button>
        </div>
        <TextArea label="Note" defaultValue="Bring goggles and a towel." />
        <ConfirmDialog
          open={isAsked}
          onClose={() => setAsked(false)}
          onConfirm={() => setAsked(false)}
          title="Throw it away?"
          confirm="Throw away"
          danger
        />
      </Sheet>
      <ConfirmDialog
        open={open === "confirm"}
        onClose={close}
        onConfirm={close}
        title="Delete the event?"
        confirm="Delete"
        danger
      >
        “Swimming” goes from everybody's calendar.
      </ConfirmDialog>
    </Card>
  );
}
