import { useText } from "#web/i18n/catalogue.ts";
import { ChevronDown } from "#web/ui/icons.ts";
import type { Entry } from "./model/timeline.ts";
import { Row, type RowActions } from "./rows.tsx";
import { useLeaving } from "./use-leaving.ts";

/**
 * Entries of a day as rows. A row whose entry has just been ticked stays for a moment, ticked, and then folds away.
 * `word` replaces the time of the first entry.
 */
export function DayRows(
  props: RowActions & {
    entries: readonly Entry[];
    /** Entries that are done. They distinguish ticked entries from deleted ones. */
    done: readonly Entry[];
    word?: string | undefined;
    id?: string;
    /** Button for further entries, in the place after the first entries. */
    more?: false | { readonly after: number; readonly count: number; readonly show: () => void };
  },
) {
  const { entries, done, word, id, more, ticking, onAnswer } = props;
  const { rows, onTick } = useLeaving(entries, done);
  const lines = rows.map(({ entry, isLeaving }, index) => (
    <Row
      key={entry.key}
      entry={entry}
      isLeaving={isLeaving}
      ticking={ticking}
      onAnswer={onAnswer}
      onTick={onTick}
      word={index === 0 ? word : undefined}
    />
  ));
  const last = more && entries[more.after - 1];
  if (more) {
    const at = rows.findIndex(({ entry }) => entry === last) + 1;
    lines.splice(at, 0, <More key="more" {...more} />);
  }
  return (
    <ul className="day-rows" id={id}>
      {lines}
    </ul>
  );
}

function More({ count, show }: { count: number; show: () => void }) {
  const { today } = useText();
  return (
    <li>
      <button type="button" className="day-fold" aria-expanded={false} onClick={show}>
        {today.more(count)}
        <ChevronDown />
      </button>
    </li>
  );
}
