import type { ComponentChildren } from "preact";
import { useText } from "../../../i18n/catalogue.ts";
import { IconButton } from "../../../ui/controls/button.tsx";
import { SectionHeader } from "../../../ui/display/surface.tsx";
import { ListPlus } from "../../../ui/icons.ts";
import type { List, Section } from "../model/source.ts";
import { useSheet } from "../model/use-sheet.ts";
import { ListMenu, SectionMenu } from "./board-menus.tsx";
import { ListCard } from "./list-card.tsx";

/** Draws the cards of one section. `card` makes one, with the handle to drag it by. */
export type DrawLists = (
  section: Section,
  card: (list: List, handle: ComponentChildren) => ComponentChildren,
) => ComponentChildren;

/** All sections with their lists. */
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

/** Without handles: until what drags has been fetched. */
const drawStill: DrawLists = ({ lists }, card) => (
  <ul className="lists-grid">
    {lists.map((list) => (
      <li key={list.id}>{card(list, null)}</li>
    ))}
  </ul>
);
