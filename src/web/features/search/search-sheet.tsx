import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { Search, X } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { type Group, type Result, type SearchItem, search } from "./search-items.ts";
import { useGroups } from "./use-groups.tsx";

/** Sheet to search the household. Queries are not stored. */
export function SearchSheet({ onClose }: { onClose: () => void }) {
  const { search } = useText();
  const [, navigate] = useLocation();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { state, results } = useResults(query);
  const groups = useGroups(query, results);
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(chosen, items.length - 1);
  const open = (item: SearchItem | undefined) => {
    if (!item) return;
    // The opened page replaces the search in the history.
    navigate(item.href, { replace: true });
  };
  const type = (text: string) => {
    setQuery(text);
    setChosen(0);
  };
  const move = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && query !== "" && !event.isComposing) {
      // The first Escape clears the field, the second closes the sheet.
      event.preventDefault();
      return type("");
    }
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      return open(items[at]);
    }
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next === undefined || items.length === 0) return;
    event.preventDefault();
    setChosen((next + items.length) % items.length);
  };
  const clear = () => {
    type("");
    field.current?.focus();
  };
  const isEmpty = state === "found" && query.trim() !== "" && items.length === 0;
  return (
    <Sheet open onClose={onClose} title={search.title} size="m" initialFocus={field}>
      <TextField
        ref={field}
        hideLabel
        className="search-field"
        label={search.field}
        placeholder={search.placeholder}
        icon={<Search />}
        value={query}
        onChange={type}
        onKeyDown={move}
        end={
          query !== "" && (
            <IconButton aria-label={search.clear} onClick={clear}>
              <X />
            </IconButton>
          )
        }
        maxLength={200}
        type="search"
        enterkeyhint="go"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={items[at] ? `${listId}-${items[at].id}` : undefined}
      />
      <p className="search-state" role="status">
        {stateText(state, query.trim(), items.length, search)}
      </p>
      {isEmpty ? (
        <EmptyState small picture="🔎" title={search.none(query.trim())} level={3}>
          {search.noneHint}
        </EmptyState>
      ) : (
        groups.length > 0 && <Items id={listId} groups={groups} chosen={items[at]?.id ?? null} onOpen={open} />
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

/** List of search results. The keyboard focus stays in the search field; Enter opens the result `chosen`. */
function Items(props: {
  id: string;
  groups: readonly Group[];
  chosen: string | null;
  onOpen: (item: SearchItem) => void;
}) {
  const { id, groups, chosen, onOpen } = props;
  const { search } = useText();
  useEffect(() => {
    const row = chosen === null ? null : document.getElementById(`${id}-${chosen}`);
    row?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  return (
    <div className="search-groups" id={id} role="listbox" aria-label={search.title}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a listbox
        <div key={group.title} role="group" aria-label={group.title}>
          <div className="search-group" aria-hidden="true">
            {group.title}
          </div>
          {group.items.map((item) => (
            <Row key={item.id} id={`${id}-${item.id}`} item={item} onOpen={onOpen} isChosen={item.id === chosen} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Row(props: { id: string; item: SearchItem; isChosen: boolean; onOpen: (item: SearchItem) => void }) {
  const { item, isChosen } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles keys
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={cx("search-offer", isChosen && "search-chosen")}
      onClick={() => props.onOpen(item)}
    >
      {item.icon}
      <span className="search-text">
        <span>{item.title}</span>
        {item.line && <span className="soft small">{item.line}</span>}
      </span>
    </div>
  );
}

const pauseMs = 180;

/** State of a search, with results. While the state is “waiting”, the results are those of an earlier query. */
type Found =
  | { readonly state: "waiting"; readonly results: readonly Result[] }
  | { readonly state: "found"; readonly results: readonly Result[] }
  | { readonly state: "failed"; readonly results: readonly Result[] };

/**
 * Starts a search when the user has not typed for a moment. The earlier results are shown until the results of the
 * search arrive.
 */
function useResults(query: string): Found {
  const trimmed = query.trim();
  const [found, setFound] = useState<{ query: string; results: readonly Result[]; isFailed: boolean }>({
    query: "",
    results: [],
    isFailed: false,
  });
  useEffect(() => {
    if (!trimmed) return setFound({ query: "", results: [], isFailed: false });
    let isCurrent = true;
    const timer = setTimeout(() => {
      const finish = (results: readonly Result[], isFailed: boolean) =>
        isCurrent && setFound({ query: trimmed, results, isFailed });
      search(trimmed).then(
        (results) => finish(results, false),
        () => finish([], true),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [trimmed]);
  const { results } = found;
  if (found.query !== trimmed) return { state: "waiting", results };
  return { state: found.isFailed ? "failed" : "found", results };
}
