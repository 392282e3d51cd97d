import { useRef, useState } from "preact/hooks";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { isProvisional } from "#web/sync/ids.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { RadioGroup } from "#web/ui/controls/radio-group.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { Fields } from "../model/draft.ts";
import type { Scope } from "../model/effects.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { eventSource } from "../model/source.ts";
import { dayOf } from "../model/span.ts";

type Props = {
  kind: "change" | "delete";
  occurrence: Occurrence;
  patch: Partial<Fields>;
  /**
   * Called with the scope that the user has chosen, which says which instances of the series change. Called with null
   * if the user cancels.
   */
  onAnswer: (scope: Scope | null) => void;
};

export function SeriesDialog({ kind, occurrence, patch, onAnswer }: Props) {
  const text = useText();
  const { common, calendar } = text;
  const { event } = occurrence;
  const isRuleChanged = patch.recurrenceRule !== undefined;
  const scopes: readonly Scope[] = isRuleChanged ? ["this_and_future", "all"] : ["this", "this_and_future", "all"];
  const [scope, setScope] = useState<Scope>(scopes[0] ?? "all");
  const { data } = useSource(eventSource, isProvisional(event.id) ? null : { id: event.id, asOf: event.updatedAt });
  const isDelete = kind === "delete";
  const first = useRef<HTMLInputElement>(null);
  return (
    <Sheet
      open
      initialFocus={first}
      onClose={() => onAnswer(null)}
      size="s"
      title={isDelete ? calendar.series.deleteTitle(event.title) : calendar.series.changeTitle(event.title)}
      onSubmit={() => onAnswer(scope)}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{common.cancel}</Button>
          <Button type="submit" variant={isDelete ? "danger" : "primary"}>
            {isDelete ? common.delete : calendar.series.change}
          </Button>
        </>
      }
    >
      <RadioGroup
        first={first}
        label={calendar.series.howMuch}
        value={scope}
        options={scopes.map((each) => ({
          value: each,
          content: (
            <span>
              <strong>{calendar.series.scopes[each]}</strong>
              <span className="soft">{lineOf(kind, each, occurrence, patch, data?.exceptions ?? [], text)}</span>
            </span>
          ),
        }))}
        onChange={setScope}
        className="calendar-scopes"
        optionClass="calendar-scope"
        bare
      />
    </Sheet>
  );
}

type Exceptions = readonly { readonly instanceStartsAt: string; readonly cancelled: boolean }[];

function lineOf(
  kind: "change" | "delete",
  scope: Scope,
  { event, span }: Occurrence,
  patch: Partial<Fields>,
  exceptions: Exceptions,
  { calendar: { series } }: Catalogue,
): string {
  const slot = event.instanceStartsAt ?? "";
  const isInScope = ({ instanceStartsAt, cancelled }: Exceptions[number]) =>
    !cancelled && (scope === "all" ? instanceStartsAt !== slot : instanceStartsAt > slot);
  const changed = exceptions.filter(isInScope).length;
  const date = formatDay(dayOf(span.start), "short");
  if (kind === "delete") return series.deleting[scope](date, changed);
  if (patch.recurrenceRule === null) return scope === "all" ? series.endsAll : series.endsHere(date);
  if (scope === "this") return series.changing.this(date);
  const kept = patch.recurrenceRule === undefined ? series.kept(changed) : changed > 0 ? series.keptWhereFitting : "";
  return [series.changing[scope](date), kept].filter(Boolean).join(" ");
}
