import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ConfirmRemoval, type Removal } from "#web/forms/edit-sheet.tsx";
import type { Read } from "#web/sync/use-source.ts";
import { Button, type ButtonVariant } from "#web/ui/controls/button.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { RecordRows } from "#web/ui/display/record-row.tsx";
import { Plus } from "#web/ui/icons.ts";
import { Part } from "./part.tsx";

type Item = { readonly id: string };

export type ListPartProps<Each extends Item, Data, Variables, Answer> = {
  title: string;
  section?: string;
  /** Whether the heading shows the number of records. */
  counts?: boolean;
  intro?: string;
  /** Whether the text `intro` is above the card. By default, the text is inside the card. */
  isIntroAbove?: boolean;
  read: Read<Data>;
  itemsOf: (data: Data) => readonly Each[];
  row: (item: Each, onRemove: () => void) => ComponentChildren;
  empty?: { picture: string; title: string; text?: string; children?: ComponentChildren };
  add?: { label: string; variant?: ButtonVariant; onClick: () => void };
  /** Maximum number of records, and the note at that number. `counted` says which records count, by default all. */
  limit?: { max: number; note: string; counted?: (item: Each) => boolean };
  /** Text below the rows. */
  note?: string | false;
  /** Records that are in a collapsed area below the other records. `summary` returns the title of that area. */
  folded?: { has: (item: Each) => boolean; summary: (count: number) => string };
  /** Number and CSS height of the placeholders that are shown while the records are loading. */
  skeletons?: { count: number; height: string };
  /** Whether the message after a failed load says that the app needs the server. True by default. */
  needsServer?: boolean;
  /** Returns the texts and the command of the dialog that asks before a record is removed. */
  removal?: (item: Each) => Removal<Variables, Answer>;
  /** Sheets that open over the list. */
  children?: ComponentChildren;
};

/** Part of the settings that lists records. */
export function ListPart<Each extends Item, Data, Variables, Answer>(
  props: ListPartProps<Each, Data, Variables, Answer>,
) {
  const { intro, isIntroAbove = false, read, row, empty, add, limit, folded, removal } = props;
  const { skeletons = { count: 1, height: "4rem" }, needsServer = true } = props;
  const [leaving, setLeaving] = useState<Each | null>(null);
  const items = read.data === undefined ? null : props.itemsOf(read.data);
  const isFull = limit !== undefined && (items?.filter(limit.counted ?? Boolean).length ?? 0) >= limit.max;
  const isFolded = (item: Each) => folded?.has(item) ?? false;
  const draw = (item: Each) => row(item, () => setLeaving(item));
  const lead = intro !== undefined && <p className="soft">{intro}</p>;
  const full = isFull && <p className="form-note">{limit.note}</p>;
  return (
    <Part
      title={props.title}
      {...(props.section === undefined ? {} : { section: props.section })}
      count={props.counts && items ? items.length : undefined}
      actions={
        add && (
          <Button variant={add.variant ?? "plain"} icon={<Plus />} disabled={isFull} onClick={add.onClick}>
            {add.label}
          </Button>
        )
      }
      lead={isIntroAbove && [lead, full]}
    >
      {!isIntroAbove && lead}
      <Loaded read={{ ...read, data: items }} {...skeletons} needsServer={needsServer}>
        {(all) => (
          <>
            {all.every(isFolded) && empty && (
              <>
                <EmptyState picture={empty.picture} title={empty.title} small level={3}>
                  {empty.text}
                </EmptyState>
                {empty.children}
              </>
            )}
            {!isIntroAbove && full}
            <Rows items={all.filter((item) => !isFolded(item))} draw={draw} />
            {props.note && <p className="soft small">{props.note}</p>}
            {all.some(isFolded) && (
              <details className="settings-past">
                <summary>{folded?.summary(all.filter(isFolded).length)}</summary>
                <Rows items={all.filter(isFolded)} draw={draw} />
              </details>
            )}
          </>
        )}
      </Loaded>
      {props.children}
      {leaving && removal && <ConfirmRemoval {...removal(leaving)} onClose={() => setLeaving(null)} />}
    </Part>
  );
}

function Rows<Each>({ items, draw }: { items: readonly Each[]; draw: (item: Each) => ComponentChildren }) {
  return items.length > 0 && <RecordRows>{items.map(draw)}</RecordRows>;
}
