import type { TargetedKeyboardEvent } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { TextField } from "../../ui/controls/text-field.tsx";
import { EmptyState } from "../../ui/display/notice.tsx";
import { Search } from "../../ui/icons.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import type { Offer } from "./found.ts";
import { Offers } from "./offers.tsx";
import { useGroups } from "./use-groups.tsx";
import { useResults } from "./use-results.ts";

/** One field for everything: what is called so, wherever it is; where to go; and what to do. Nothing of it is kept. */
export function SearchSheet({ onClose }: { onClose: () => void }) {
  const { search } = useText();
  const [, navigate] = useLocation();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { state, results } = useResults(query);
  const groups = useGroups(query, results);
  const offers = groups.flatMap((group) => group.offers);
  const at = Math.min(chosen, offers.length - 1);
  const open = (offer: Offer | undefined) => {
    if (!offer) return;
    // In place of the search, so that back leads to where one was.
    navigate(offer.href, { replace: true });
  };
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      return open(offers[at]);
    }
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next === undefined || offers.length === 0) return;
    event.preventDefault();
    setChosen((next + offers.length) % offers.length);
  };
  const type = (text: string) => {
    setQuery(text);
    setChosen(0);
  };
  const isNone = state === "found" && query.trim() !== "" && offers.length === 0;
  return (
    <Sheet open onClose={onClose} title={search.title} size="m" initialFocus={field}>
      <TextField
        ref={field}
        hideLabel
        label={search.field}
        placeholder={search.placeholder}
        icon={<Search />}
        value={query}
        onChange={type}
        onKeyDown={move}
        maxLength={200}
        type="search"
        enterkeyhint="go"
        role="combobox"
        aria-expanded={offers.length > 0}
        aria-controls={offers.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={offers[at] ? `${listId}-${offers[at].id}` : undefined}
      />
      <p className="search-state" role="status">
        {stateText(state, query.trim(), results.length, search)}
      </p>
      {isNone ? (
        <EmptyState small picture="🔎" title={search.none(query.trim())} level={3}>
          {search.noneHint}
        </EmptyState>
      ) : (
        groups.length > 0 && <Offers id={listId} groups={groups} chosen={offers[at]?.id ?? null} onOpen={open} />
      )}
    </Sheet>
  );
}

type Words = ReturnType<typeof useText>["search"];

function stateText(state: string, query: string, count: number, words: Words): string {
  if (!query) return words.hint;
  if (state === "failed") return words.offline;
  return state === "waiting" ? words.searching : words.found(count);
}
