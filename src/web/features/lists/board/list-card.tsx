import type { ComponentChildren } from "preact";
import { Link } from "wouter";
import { useText } from "../../../i18n/catalogue.ts";
import { personAttributes } from "../../../people/person-color.ts";
import { cx } from "../../../ui/cx.ts";
import { Lock, Star } from "../../../ui/icons.ts";
import { CoverPicture } from "../cover/cover.tsx";
import type { List } from "../model/source.ts";

/** A list on the board: its cover, its name, and how much is left to do. The whole of it opens the list. */
export function ListCard({ list, actions }: { list: List; actions: ComponentChildren }) {
  const { lists } = useText();
  const left = list.blocks.length === 0 ? lists.emptyCard : lists.remaining(list.remainingCount);
  const isDone = list.remainingCount === 0 && list.blocks.length > 0;
  return (
    <article
      className={cx("card", "card-flush", "lists-card", list.cover.hidden && "lists-card-plain")}
      {...personAttributes(list.colorKey)}
    >
      <CoverPicture cover={list.cover} />
      <div className="lists-card-text">
        <span className="lists-icon" aria-hidden="true">
          {list.icon}
        </span>
        <h3>
          <Link href={`/lists/${list.id}`}>{list.name}</Link>
        </h3>
        <p className={cx(isDone && "lists-all-done")}>
          {left}
          {list.favorite && <Star className="lists-star" role="img" aria-hidden={false} aria-label={lists.favorite} />}
          {list.visibility === "personal" && <Lock role="img" aria-hidden={false} aria-label={lists.personal} />}
        </p>
      </div>
      <div className="lists-card-actions">{actions}</div>
    </article>
  );
}
