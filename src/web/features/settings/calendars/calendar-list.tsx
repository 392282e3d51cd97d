import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import type { Read } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Plus } from "#web/ui/icons.ts";
import { Part } from "../part.tsx";

type Words = Readonly<Record<"title" | "intro" | "add" | "none" | "noneText" | "full", string>>;

/**
 * Part of the settings that lists calendars. `most` is the maximum number of calendars that the server allows;
 * `children` are the sheets that open over the list.
 */
export function CalendarList<Item>(props: {
  section: string;
  picture: string;
  text: Words;
  read: Read<unknown>;
  items: readonly Item[];
  most: number;
  onAdd: () => void;
  row: (item: Item) => ComponentChildren;
  children: ComponentChildren;
}) {
  const { section, picture, text, items, most, onAdd, row, children } = props;
  const { data, error, refetch } = props.read;
  const { common } = useText();
  const isFull = items.length >= most;
  return (
    <Part
      title={text.title}
      section={section}
      actions={
        <Button icon={<Plus />} disabled={isFull} onClick={onAdd}>
          {text.add}
        </Button>
      }
    >
      <p className="soft">{text.intro}</p>
      {!data && error && (
        <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
          {common.needsServer}
        </ErrorNotice>
      )}
      {!data && !error && <Skeletons label={common.loading} count={1} height="4rem" />}
      {data !== undefined && data !== null && items.length === 0 && (
        <EmptyState picture={picture} title={text.none} small level={3}>
          {text.noneText}
        </EmptyState>
      )}
      {isFull && <p className="form-note">{text.full}</p>}
      {items.length > 0 && <ul className="settings-rows">{items.map(row)}</ul>}
      {children}
    </Part>
  );
}
