import type { TargetedKeyboardEvent } from "preact";
import { useDeferredValue } from "preact/compat";
import { useId, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { currentLocale } from "#web/i18n/locale.ts";
import { formatInstantTime } from "#web/time/format.ts";
import { findZones, formatZone, loadCities, type Zone, zonesAround } from "#web/time/time-zones.ts";
import { knownZone } from "#web/time/wall.ts";
import { Field, type FieldError } from "#web/ui/controls/field.tsx";
import { Search } from "#web/ui/icons.ts";

/** Maximum number of zones in the list. Typing narrows the list. */
const maxShown = 60;

/**
 * Field with a search for a time zone. If the field loses the focus before a zone is chosen, the typed text disappears
 * and the previous zone is shown again.
 */
export function TimeZoneField(props: {
  value: string;
  onChange: (id: string) => void;
  hint?: string;
  error?: FieldError;
}) {
  const { setup } = useText();
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [cities, setCities] = useState<readonly Zone[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const sought = useDeferredValue(query);
  const found = sought === null ? [] : sought.trim() === "" ? zonesAround(props.value) : findZones(sought, cities);
  const zones = found.slice(0, maxShown);
  const isOpen = query !== null;
  const choose = (id: string | undefined) => {
    if (id) props.onChange(id);
    setQuery(null);
  };
  const walk = (index: number) => {
    setActive(index);
    list.current?.children[index]?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (isOpen) walk(Math.min(Math.max(active + step, 0), Math.max(zones.length - 1, 0)));
      else open();
    } else if (event.key === "Enter" && isOpen) choose(zones[active]?.id);
    else if (event.key === "Escape" && isOpen) setQuery(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const open = () => {
    // Offline, zones are found only by their own names.
    loadCities().then(setCities, () => {});
    setQuery("");
    setActive(0);
  };
  return (
    <Field label={setup.timeZone} hint={props.hint ?? setup.timeZoneHint} error={props.error}>
      {(control) => (
        <div className="zones">
          <div className="input-group">
            <Search />
            <input
              {...control}
              className="input"
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={isOpen && zones[active] ? `${listId}-${active}` : undefined}
              autoComplete="off"
              spellcheck={false}
              value={query ?? formatZone(props.value)}
              onClick={() => !isOpen && open()}
              onChange={(event) => {
                setQuery(event.currentTarget.value);
                setActive(0);
              }}
              onKeyDown={press}
              onBlur={() => setQuery(null)}
            />
          </div>
          <div
            ref={list}
            id={listId}
            className="zones-list"
            role="listbox"
            aria-label={setup.timeZone}
            hidden={!isOpen}
          >
            {zones.map((zone, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
              <div
                key={zone.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                className="zone"
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(zone.id)}
              >
                <span>
                  {zone.city} <span className="soft small">{zone.place}</span>
                </span>
                <span className="soft small tabular">{clockIn(zone.id, currentLocale())}</span>
              </div>
            ))}
          </div>
          {isOpen && zones.length === 0 && <p className="zones-none">{setup.timeZoneNone}</p>}
        </div>
      )}
    </Field>
  );
}

/** Formats the current time of a zone: “20:41, GMT+1”. */
function clockIn(id: string, locale: string, now = Date.now()): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: knownZone(id), timeZoneName: "shortOffset" }).formatToParts(
    now,
  );
  return `${formatInstantTime(now, id)}, ${parts.find(({ type }) => type === "timeZoneName")?.value ?? ""}`;
}
