import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ConfirmRemoval } from "#web/forms/edit-sheet.tsx";
import type { Errors } from "#web/forms/use-draft.ts";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { ConcernedFields } from "#web/people/concerned-fields.tsx";
import type { Command } from "#web/sync/command.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { Check, Pencil, Trash2 } from "#web/ui/icons.ts";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { ListPart, type ListPartProps } from "../list-part.tsx";

type Named = { readonly id: string; readonly name: string };

type Words = Pick<
  Catalogue["settings"]["apps"],
  "title" | "intro" | "add" | "none" | "noneText" | "full" | "end" | "endTitle" | "endText"
>;

/**
 * Part of the settings that lists accounts, followed calendars, feeds or app passwords. `max` is the maximum number of
 * these records that the server allows. `end` is the command that deletes a record. If `end` is missing, the part has
 * no dialog to delete a record.
 */
export function CalendarList<Item extends Named, Data, Answer>(
  props: Pick<ListPartProps<Item, Data, Named, Answer>, "section" | "read" | "itemsOf" | "row" | "children"> & {
    picture: string;
    text: Words;
    max: number;
    onAdd: () => void;
    end?: Command<Named, Answer>;
  },
) {
  const { picture, text, max, onAdd, end, ...list } = props;
  return (
    <ListPart
      {...list}
      title={text.title}
      intro={text.intro}
      empty={{ picture, title: text.none, text: text.noneText }}
      add={{ label: text.add, onClick: onAdd }}
      limit={{ max, note: text.full }}
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

/**
 * Row of an account, of a calendar of an account, or of a followed calendar. Below the name and the details, the row
 * shows `state` and `fault`. `fault` is the text of the last error, or null if there is no error.
 */
export function SyncedRow(
  props: Omit<Parameters<typeof RecordRow>[0], "nested" | "children"> & {
    /** Further line below the lines of `facts`. */
    note?: ComponentChildren;
    /** Chip that shows the state. Buttons may follow the chip. */
    state: ComponentChildren;
    fault: string | null;
    children: ComponentChildren;
  },
) {
  const { note, state, fault, children, ...row } = props;
  return (
    <li className="calendars-followed">
      <RecordRow nested {...row}>
        {note}
      </RecordRow>
      {state && <div className="settings-state">{state}</div>}
      {fault !== null && <p className="small">{fault}</p>}
      {children}
    </li>
  );
}

const tones = { fresh: "good", failing: "warn", held: "warn", stale: "warn", failed: "danger" } as const;
export type CalendarState = keyof typeof tones;

export function StateChip({ state, text }: { state: CalendarState; text: Readonly<Record<CalendarState, string>> }) {
  return <Chip tone={tones[state]}>{text[state]}</Chip>;
}

/**
 * Explains why a calendar from another server is not up to date in the app: the latest version of the calendar would
 * delete most of its events. `count` is the number of these events. If `isOwn`, a button is shown that asks for
 * confirmation. After the confirmation, `command` applies the latest version.
 */
export function HeldNote<Variables, Answer>(props: {
  name: string;
  count: number;
  isOwn: boolean;
  command: Command<Variables, Answer>;
  variables: Variables;
}) {
  const { name, count, isOwn, ...taking } = props;
  const { follow: text } = useText().settings.calendars;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <p className="form-note">{text.held}</p>
      {isOwn && (
        <div>
          <Button size="s" icon={<Check />} aria-label={text.acceptLabel(name)} onClick={() => setConfirming(true)}>
            {text.accept}
          </Button>
        </div>
      )}
      {isConfirming && (
        <ConfirmRemoval
          {...taking}
          title={text.acceptTitle(name)}
          text={text.acceptText(count)}
          confirm={text.accept}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

type Concerned = { readonly memberIds: string[]; readonly isGeneral: boolean };

/**
 * Fields to choose the people whom the events of a calendar are for. The choice is the same for all events of the
 * calendar. If no member is chosen, the events are for everybody. If members are chosen, a switch appears. If the
 * switch is on, the events are for the chosen members and for everybody else, too.
 */
export function CalendarConcernedFields({
  form: { draft, errors, change },
  ...texts
}: {
  label: string;
  generalHint: string;
  form: {
    readonly draft: Concerned;
    readonly errors: Errors<"memberIds">;
    readonly change: (patch: Concerned) => void;
  };
}) {
  return (
    <ConcernedFields
      {...texts}
      everybodyHint={useText().settings.calendars.follow.forEverybody}
      value={draft}
      error={errors.memberIds}
      onMembersChange={(memberIds) => change({ memberIds, isGeneral: memberIds.length === 0 })}
      onGeneralChange={(isGeneral) => change({ memberIds: draft.memberIds, isGeneral })}
    />
  );
}
