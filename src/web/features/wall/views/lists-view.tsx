import { Link } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useAsMember } from "#web/people/actor.ts";
import { itemOwners } from "#web/people/permissions.ts";
import { useMembers } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { buttonClass } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { cardClass, PageHeader, SectionHeader } from "#web/ui/display/surface.tsx";
import { ArrowLeft } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { tickBlock } from "../../lists/model/block-writes.ts";
import { boardSource, type List, listSource, type Subtask } from "../../lists/model/source.ts";
import { AddField } from "../add/item-form.tsx";

export function ListsView() {
  const { common, wall } = useText();
  const { data } = useSource(boardSource, {});
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
                href={addressOf({ type: "list", id: list.id })}
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

export function ListView({ id }: { id: string }) {
  const { common, wall } = useText();
  const { data: list } = useSource(listSource, { id });
  const back = (
    <Link href="/lists" className={buttonClass()}>
      <ArrowLeft /> {common.nav.lists}
    </Link>
  );
  if (!list) {
    if (list === undefined) return <Skeletons label={common.loading} count={5} height="3.5rem" card />;
    return <EmptyState picture="🍂" title={common.notFound} action={back} />;
  }
  return (
    <>
      <PageHeader title={`${list.icon} ${list.name}`} sub={wall.left(list.remainingCount)} actions={back} />
      <AddField key={list.id} list={list} />
      <ul className="wall-items">
        {list.blocks.map((block) => (
          <li key={block.id}>
            <Item list={list} block={block} />
            {block.subtasks.length > 0 && (
              <ul>
                {block.subtasks.map((subtask) => (
                  <li key={subtask.id}>
                    <Item list={list} block={subtask} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Item({ list, block }: { list: List; block: Omit<Subtask, "parentId"> }) {
  const { wall } = useText();
  const asMember = useAsMember();
  const owner = useMembers().find(({ id }) => id === block.memberId);
  if (block.type === "divider") return <hr />;
  if (block.type === "header") return <h2>{block.content}</h2>;
  if (block.type === "paragraph") return <p className="soft">{block.content}</p>;
  const tick = (done: boolean) => {
    const messageOf = done ? wall.ticked : wall.unticked;
    asMember(itemOwners(block), () =>
      perform(
        tickBlock,
        { listId: list.id, id: block.id, label: block.content, done },
        { message: messageOf(block.content) },
      ),
    );
  };
  const box = { size: "l", checked: block.done, onChange: tick, label: block.content, hint: owner?.name } as const;
  return <Checkbox className="wall-item" crosses="all" {...box} />;
}
