import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ConfirmCommand } from "#web/forms/confirm-command.tsx";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import type { Command } from "#web/sync/command.ts";
import type { Read } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { Check, Pencil, Trash2 } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { ListPart } from "../list-part.tsx";

type Named = { readonly id: string; readonly name: string };

type Words = Pick<
  Catalogue["settings"]["apps"],
  "title" | "intro" | "add" | "none" | "noneText" | "full" | "end" | "endTitle" | "endText"
>;

/**
 * Part of the settings that lists calendars. `max` is the maximum number of calendars that the server allows, and `end`
 * deletes one.
 */
export function CalendarList<Item extends Named, Data, Answer>(props: {
  section: string;
  picture: string;
  text: Words;
  read: Read<Data>;
  itemsOf: (data: Data) => readonly Item[];
  max: number;
  onAdd: () => void;
  end?: Command<Named, Answer>;
  row: (item: Item, onEnd: () => void) => ComponentChildren;
  children: ComponentChildren;
}) {
  const { picture, text, max, onAdd, end, ...list } = props;
  const { title, intro, add, none, noneText, full } = text;
  return (
    <ListPart
      {...list}
      title={title}
      intro={intro}
      empty={{ picture, title: none, text: noneText }}
      add={{ label: add, onClick: onAdd }}
      limit={{ max, note: full }}
      {...(end && {
        removal: ({ id, name }: Item) => ({
          title: text.endTitle(name),
          text: text.endText,
          confirm: text.end,
          command: end,
          variables: { id, name },
        }),
      })}
    />
  );
}

export function ColorDot({ color }: { color: string }) {
  return <span className="calendars-dot" {...personAttributes(color)} aria-hidden="true" />;
}

type FollowWords = Catalogue["settings"]["calendars"]["follow"];
type MenuProps = { name: string; text: Pick<FollowWords, "moreFor" | "end">; onEdit: () => void; onEnd: () => void };

export function EditMenu({ name, text, onEdit, onEnd }: MenuProps) {
  const { common } = useText();
  return (
    <Menu
      label={text.moreFor(name)}
      items={[
        { label: common.edit, icon: <Pencil />, onSelect: onEdit },
        { label: text.end, icon: <Trash2 />, onSelect: onEnd, danger: true },
      ]}
    />
  );
}

const tones = { fresh: "good", failing: "warn", held: "warn", stale: "warn", failed: "danger" } as const;
export type CalendarState = keyof typeof tones;

export function StateChip({ state, text }: { state: CalendarState; text: Readonly<Record<CalendarState, string>> }) {
  return <Chip tone={tones[state]}>{text[state]}</Chip>;
}

/**
 * Notes that an answer is held, because it would delete most events of the calendar. If `isOwn`, also shows the button
 * that runs `command`, which takes the answer over.
 */
export function HeldNote<Variables, Answer>(props: {
  name: string;
  count: number;
  text: Pick<FollowWords, "held" | "accept" | "acceptLabel" | "acceptTitle" | "acceptText">;
  isOwn: boolean;
  command: Command<Variables, Answer>;
  variables: Variables;
}) {
  const { name, count, text, isOwn, command, variables } = props;
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <p className="form-note">{text.held}</p>
      {isOwn && (
        <div>
          <Button size="s" icon={<Check />} aria-label={text.acceptLabel(name)} onClick={() => setAsked(true)}>
            {text.accept}
          </Button>
        </div>
      )}
      {isAsked && (
        <ConfirmCommand
          title={text.acceptTitle(name)}
          confirm={text.accept}
          command={command}
          variables={variables}
          onClose={() => setAsked(false)}
        >
          <p>{text.acceptText(count)}</p>
        </ConfirmCommand>
      )}
    </>
  );
}
