import type { ComponentChildren } from "preact";
import { useText } from "../../i18n/catalogue.ts";
import { personAttributes } from "../../people/person-color.ts";
import { cx } from "../../ui/cx.ts";
import { Check } from "../../ui/icons.ts";

/** What a {@link ChoreCard} shows. */
export type ChoreCardProps = {
  name: string;
  emoji: string;
  /** What it is worth; 0 says nothing of stars. */
  stars: number;
  isDone: boolean;
  /** Of whose it is; null: of nobody in particular. */
  color: string | null;
  /** A line under the name: when it is due, whose turn it is, who did it. */
  detail?: ComponentChildren;
  /** A tap anywhere on it, or Enter or Space; `card` is where to celebrate. Without it the card is only to look at. */
  onToggle?: ((card: Element) => void) | undefined;
  /** A control beside it that is no part of the tap, such as a menu. */
  end?: ComponentChildren;
};

/** One chore of one person as a card of at least 56 px: the whole of it is the tick. For Today, the chores and the wall. */
export function ChoreCard({ onToggle, end, ...shown }: ChoreCardProps) {
  const { chores } = useText();
  const look = cx("chore", shown.isDone && "chore-done");
  return (
    <div className={look} {...personAttributes(shown.color)}>
      {onToggle ? (
        // biome-ignore lint/a11y/useSemanticElements: an input can't hold what the card shows
        <button
          type="button"
          role="checkbox"
          aria-checked={shown.isDone}
          className="chore-tap"
          onClick={(event) => onToggle(event.currentTarget)}
        >
          <Content {...shown} />
        </button>
      ) : (
        <div className="chore-tap">
          <Content {...shown} />
          <span className="visually-hidden">{shown.isDone ? chores.isDone : chores.isOpen}</span>
        </div>
      )}
      {end}
    </div>
  );
}

function Content({ name, emoji, stars, detail }: Omit<ChoreCardProps, "onToggle" | "end">) {
  return (
    <>
      <span className="chore-emoji" aria-hidden="true">
        {emoji}
      </span>
      <span className="chore-text">
        <span className="chore-name">{name}</span>
        {(stars > 0 || detail) && (
          <span className="chore-detail">
            {stars > 0 && <Stars count={stars} />}
            {detail}
          </span>
        )}
      </span>
      <span className="chore-tick" aria-hidden="true">
        <Check />
      </span>
    </>
  );
}

/** A number of stars: `⭐ 3`, read out as “3 stars”. */
export function Stars({ count }: { count: number }) {
  const { chores } = useText();
  return (
    <span className="chore-stars">
      <span aria-hidden="true">⭐ {count}</span>
      <span className="visually-hidden">{chores.stars(count)}</span>
    </span>
  );
}
