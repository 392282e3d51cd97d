import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { useDayOf } from "#web/sync/use-dates.ts";
import { formatDay } from "#web/time/format.ts";

export type Import = NonNullable<Awaited<ReturnType<Operations["app"]["calendar-imports"]["post"]>>["data"]>;
type Remark = Import["remarks"][number];

const shownAtFirst = 100;

export function Found({ found: { counts, from, to, remarks } }: { found: Omit<Import, "id" | "name"> }) {
  const { found: text } = useText().settings.calendars;
  const dayOf = useDayOf();
  const rows = (["new", "known", "past", "unreadable", "toDos"] as const).filter((kind) => counts[kind] > 0);
  return (
    <>
      <ul className="calendars-counts">
        {rows.map((kind) => (
          <li key={kind}>{text.counts[kind](counts[kind])}</li>
        ))}
        {rows.length === 0 && <li>{text.nothing}</li>}
        {from !== null && to !== null && <li className="soft">{text.span(dayOf(from, "full"), dayOf(to, "full"))}</li>}
      </ul>
      <Remarks remarks={remarks} />
    </>
  );
}

export function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  const { settings } = useText();
  const { found: text } = settings.calendars;
  if (remarks.length === 0) return null;
  return (
    <details className="settings-past">
      <summary>{text.remarks(remarks.length)}</summary>
      <ul className="settings-points small">
        {remarks.slice(0, shownAtFirst).map((remark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: remarks have no identity
          <li key={index}>
            {(remark.title || remark.date) && <strong>{headOf(remark)}: </strong>}
            {sentenceOf(remark, settings)}
          </li>
        ))}
        {remarks.length > shownAtFirst && <li>{text.more(remarks.length - shownAtFirst)}</li>}
      </ul>
    </details>
  );
}

function headOf({ title, date }: Remark): string {
  return [title, date === null ? null : formatDay(date, "full")].filter(Boolean).join(", ");
}

/**
 * Returns the text of a remark that the server made about a calendar. If the app has no translation, returns the
 * server's own text, which is in English. This is the case in English, or if a newer server sends a remark that this
 * app does not know.
 */
function sentenceOf({ code, text, values }: Remark, { calendars }: Catalogue["settings"]): string {
  const known = calendars.remarks;
  return known && Object.hasOwn(known, code) ? known[code](values ?? {}) : text;
}
