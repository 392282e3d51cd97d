import { Link } from "wouter";
import { useText } from "../../../i18n/catalogue.ts";
import { personAttributes } from "../../../people/person-color.ts";
import { useSource } from "../../../sync/use-source.ts";
import { EmptyState } from "../../../ui/display/notice.tsx";
import { Skeletons } from "../../../ui/display/skeleton.tsx";
import { cardClass, PageHeader, SectionHeader } from "../../../ui/display/surface.tsx";
import { listsSource } from "../../lists/model/source.ts";

/** All shared lists, by their sections. */
export function ListsView() {
  const { common, wall } = useText();
  const { data } = useSource(listsSource, {});
  const sections = data?.sections.filter(({ lists }) => lists.length > 0);
  return (
    <>
      <PageHeader title={common.nav.lists} />
      {!sections && <Skeletons label={common.loading} count={3} height="6rem" card />}
      {sections?.length === 0 && <EmptyState picture="📝" title={wall.noLists} />}
      {sections?.map(({ id, name, lists }) => (
        <section key={id}>
          <SectionHeader title={name} />
          <div className="wall-lists">
            {lists.map((list) => (
              <Link
                key={list.id}
                href={`/lists/${list.id}`}
                className={`${cardClass()} wall-list`}
                {...personAttributes(list.colorKey)}
              >
                <span aria-hidden="true">{list.icon}</span>
                <strong>{list.name}</strong>
                <span className="soft">{wall.left(list.remainingCount)}</span>
              </Link>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
