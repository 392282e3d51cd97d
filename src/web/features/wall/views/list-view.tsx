import { Link } from "wouter";
import { useText } from "../../../i18n/catalogue.ts";
import { useActAs } from "../../../people/actor.ts";
import { perform } from "../../../sync/perform.ts";
import { useMembers } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { buttonClass } from "../../../ui/controls/button.tsx";
import { Checkbox } from "../../../ui/controls/choice.tsx";
import { EmptyState } from "../../../ui/display/notice.tsx";
import { Skeletons } from "../../../ui/display/skeleton.tsx";
import { PageHeader } from "../../../ui/display/surface.tsx";
import { ArrowLeft } from "../../../ui/icons.ts";
import { tickBlock } from "../../lists/model/block-writes.ts";
import { type List, listIn, listsSource, type Subtask } from "../../lists/model/source.ts";

/** A list, to be read and ticked. */
export function ListView({ id }: { id: string }) {
  const { common, wall } = useText();
  const { data } = useSource(listsSource, {});
  const list = data && listIn(data, id);
  const back = (
    <Link href="/lists" className={buttonClass()}>
      <ArrowLeft /> {common.nav.lists}
    </Link>
  );
  if (!list) {
    if (!data) return <Skeletons label={common.loading} count={5} height="3.5rem" card />;
    return <EmptyState picture="🍂" title={common.notFound} action={back} />;
  }
  return (
    <>
      <PageHeader title={`${list.icon} ${list.name}`} sub={wall.left(list.remainingCount)} actions={back} />
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
  const actAs = useActAs();
  const owner = useMembers().find(({ id }) => id === block.memberId);
  if (block.type === "divider") return <hr />;
  if (block.type === "header") return <h2>{block.content}</h2>;
  if (block.type === "paragraph") return <p className="soft">{block.content}</p>;
  const tick = (done: boolean) => {
    const told = done ? wall.ticked : wall.unticked;
    actAs(block.memberId === null ? null : [block.memberId], () =>
      perform(tickBlock, { listId: list.id, id: block.id, label: block.content, done }, { told: told(block.content) }),
    );
  };
  const box = { size: "l", checked: block.done, onChange: tick, label: block.content, hint: owner?.name } as const;
  return <Checkbox className="wall-item" {...box} />;
}
