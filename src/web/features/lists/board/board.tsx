import type { ComponentChildren } from "preact";
import { Link } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { SectionHeader } from "#web/ui/display/surface.tsx";
import { ListPlus, Lock, Star } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { CoverPicture } from "../cover/cover.tsx";
import type { ListOnBoard, Section } from "../model/source.ts";
import { useSheet } from "../model/use-sheet.ts";
import { ListMenu, SectionMenu } from "./board-menus.tsx";

/** Function that renders the cards of the lists in one section. `card` renders one list with its drag handle. */
export type DrawLists = (
  section: Section,
  card: (list: ListOnBoard, handle: ComponentChildren) => ComponentChildren,
) => ComponentChildren;

export function Board({ sections, draw = drawStill }: { sections: readonly Section[]; draw?: DrawLists }) {
  return sections.map((section) => (
    <section key={section.id} className="lists-section" aria-labelledby={`section-${section.id}`}>
      <SectionHead section={section} sections={sections} />
      {draw(section, (list, handle) => (
        <ListCard
          list={list}
          actions={
            <>
              {handle}
              <ListMenu list={list} sections={sections} />
            </>
          }
        />
      ))}
    </section>
  ));
}

function SectionHead({ section, sections }: { section: Section; sections: readonly Section[] }) {
  const { lists } = useText();
  const { open } = useSheet();
  return (
    <>
      <SectionHeader
        id={`section-${section.id}`}
        title={section.name}
        actions={
          <>
            <IconButton
              aria-label={`${lists.newList}: ${section.name}`}
              onClick={() => open({ sheet: "new", about: section.id })}
            >
              <ListPlus />
            </IconButton>
            <SectionMenu section={section} sections={sections} />
          </>
        }
      />
      {section.lists.length === 0 && <p className="lists-empty-section">{lists.board.emptySection}</p>}
    </>
  );
}

// There are no handles until the code for dragging is loaded.
const drawStill: DrawLists = ({ lists }, card) => (
  <ul className="lists-grid">
    {lists.map((list) => (
      <li key={list.id}>{card(list, null)}</li>
    ))}
  </ul>
);

function ListCard({ list, actions }: { list: ListOnBoard; actions: ComponentChildren }) {
  const { lists } = useText();
  const left = list.blockCount === 0 ? lists.emptyCard : lists.remaining(list.remainingCount);
  const isDone = list.remainingCount === 0 && list.blockCount > 0;
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
          <Link href={addressOf({ type: "list", id: list.id })}>{list.name}</Link>
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
