import type { ComponentChildren } from "preact";
import { Link } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { SectionHeader } from "#web/ui/display/surface.tsx";
import { DragArea, type Drop, SortableGroup } from "#web/ui/drag/sortable.tsx";
import { ListPlus, Lock, Star } from "#web/ui/icons.ts";
import { CoverPicture } from "../cover/cover.tsx";
import { moveList, orderLists } from "../model/board-writes.ts";
import type { ListOnBoard, Section } from "../model/source.ts";
import { useSheet } from "../model/use-sheet.ts";
import { ListMenu, SectionMenu } from "./board-menus.tsx";

/** Sections and their lists. If `isArranging` is true, each list has a handle to drag it. */
export function Board({ sections, isArranging }: { sections: readonly Section[]; isArranging: boolean }) {
  const { lists } = useText();
  return (
    <DragArea onDrop={(drop) => put(sections, drop)} onHold={openMenu}>
      {sections.map((section) => (
        <section key={section.id} className="lists-section" aria-labelledby={`section-${section.id}`}>
          <SectionHead section={section} sections={sections} />
          <SortableGroup
            id={section.id}
            items={section.lists}
            label={lists.board.listsOf(section.name)}
            className="lists-grid"
          >
            {(list, handle, focusRef) => (
              <ListCard list={list} sections={sections} linkRef={focusRef} handle={isArranging && handle} />
            )}
          </SortableGroup>
        </section>
      ))}
    </DragArea>
  );
}

function openMenu(card: HTMLElement): void {
  card.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click();
}

function put(sections: readonly Section[], drop: Drop): void {
  if (drop.kind !== "sorted") return;
  const { id, from, to } = drop;
  const list = sections.flatMap((section) => section.lists).find((each) => each.id === id);
  const section = sections.find((each) => each.id === to.group);
  if (!list || !section) return;
  const { name } = list;
  const ids = section.lists.map((each) => each.id).filter((each) => each !== id);
  const order = { sectionId: section.id, ids: ids.toSpliced(to.index, 0, id), moved: id, name };
  if (from.group === to.group) perform(orderLists, order);
  else {
    perform(moveList, { id, name, sectionId: section.id, section: section.name });
    if (to.index < ids.length) perform(orderLists, order, { message: null });
  }
}

function SectionHead({ section, sections }: { section: Section; sections: readonly Section[] }) {
  const { lists } = useText();
  const { open } = useSheet();
  const { id, name } = section;
  return (
    <>
      <SectionHeader
        id={`section-${id}`}
        title={name}
        actions={
          <span className="lists-section-actions">
            <IconButton
              className="lists-wide"
              aria-label={`${lists.newList}: ${name}`}
              onClick={() => open({ sheet: "new", about: id })}
            >
              <ListPlus />
            </IconButton>
            <SectionMenu section={section} sections={sections} />
          </span>
        }
      />
      {section.lists.length === 0 && <p className="lists-empty-section">{lists.board.emptySection}</p>}
    </>
  );
}

/** List on the board: a row on phones, a card on wider screens. `linkRef` is for the link that opens the list. */
function ListCard(props: {
  list: ListOnBoard;
  sections: readonly Section[];
  linkRef: (element: Element | null) => void;
  handle: ComponentChildren;
}) {
  const { lists } = useText();
  const { list, sections, linkRef, handle } = props;
  const left = list.blockCount === 0 ? lists.emptyCard : lists.remaining(list.remainingCount);
  const isDone = list.remainingCount === 0 && list.blockCount > 0;
  return (
    <article className="lists-card">
      <CoverPicture list={list}>{list.icon}</CoverPicture>
      <div className="lists-card-text">
        <h3>
          <Link ref={linkRef} href={addressOf({ type: "list", id: list.id })}>
            {list.name}
          </Link>
        </h3>
        <p>
          <b className={cx(isDone && "lists-all-done")}>{left}</b>
          {list.favorite && <Star className="lists-star" role="img" aria-hidden={false} aria-label={lists.favorite} />}
          {list.visibility === "personal" && <Lock role="img" aria-hidden={false} aria-label={lists.personal} />}
        </p>
        {list.openItems.length > 0 && (
          <p className="lists-peek">{list.openItems.map(({ content }) => content).join(", ")}</p>
        )}
      </div>
      <div className="lists-card-actions">
        {handle}
        <ListMenu list={list} sections={sections} />
      </div>
    </article>
  );
}
