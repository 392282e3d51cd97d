import { useEffect } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { cx } from "../../ui/cx.ts";
import type { Group, Offer } from "./found.ts";

/** The list under the search's field; the focus stays in the field, and `chosen` is what Enter opens. */
export function Offers(props: {
  id: string;
  groups: readonly Group[];
  chosen: string | null;
  onOpen: (offer: Offer) => void;
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
          {group.offers.map((offer) => (
            <Row key={offer.id} id={`${id}-${offer.id}`} offer={offer} onOpen={onOpen} isChosen={offer.id === chosen} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Row(props: { id: string; offer: Offer; isChosen: boolean; onOpen: (offer: Offer) => void }) {
  const { offer, isChosen } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys do the same
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={cx("search-offer", isChosen && "search-chosen")}
      onClick={() => props.onOpen(offer)}
    >
      {offer.icon}
      <span className="search-text">
        <span>{offer.title}</span>
        {offer.line && <span className="soft small">{offer.line}</span>}
      </span>
    </div>
  );
}
