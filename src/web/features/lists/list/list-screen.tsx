import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Link, useLocation, useSearch } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { EmptyUnlessOld, useIfCurrent } from "#web/shell/old-copy.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { ListSheets } from "../board/board-sheets.tsx";
import { ItemBranch, isWrittenIn } from "../item/item-branch.tsx";
import { type Item, ItemSheet } from "../item/item-sheet.tsx";
import { type AisleGroup, groupsOf, useAisles } from "../model/aisles.ts";
import { useHolder } from "../model/holder.ts";
import { realIdOf, renderKey } from "../model/keys.ts";
import { shownOf } from "../model/rows.ts";
import { type Block, type List, listSource } from "../model/source.ts";
import { findBlock } from "../model/tree.ts";
import { useSheet } from "../model/use-sheet.ts";
import { AddField } from "./add-field.tsx";
import { ListHeader } from "./list-header.tsx";
import { ShopMode } from "./shop-mode.tsx";
import { type Editing, type ItemActions, useItems } from "./use-items.ts";
import { useRowDrag } from "./use-row-drag.ts";
import { useShelfDrag } from "./use-shelf-drag.ts";

/** Screen of a list. `id` is provisional until the server has assigned an id. */
export function ListScreen({ id }: { id: string }) {
  const { common } = useText();
  const search = useSearch();
  const [, navigate] = useLocation();
  const realId = realIdOf(id);
  const { data: list, error, refetch } = useSource(listSource, { id: realId });
  useEffect(() => {
    if (list && realId !== id)
      navigate(`${addressOf({ type: "list", id: realId })}${search && `?${search}`}`, { replace: true });
  }, [list, realId, id, search, navigate]);
  if (list === undefined && error) return <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />;
  if (list === undefined) return <Skeletons label={common.loading} count={6} height="3.25rem" card />;
  return (
    <>
      {list ? <OpenList list={list} /> : <Gone />}
      <ListSheets list={list ?? undefined} about={id} />
    </>
  );
}

function Gone() {
  const { lists } = useText();
  return (
    <EmptyState
      picture="🗒️"
      title={lists.list.goneTitle}
      action={
        <Link href="/lists" className={buttonClass("primary")}>
          {lists.list.goneBack}
        </Link>
      }
    >
      {lists.list.goneHint}
    </EmptyState>
  );
}

function OpenList({ list }: { list: List }) {
  const { lists } = useText();
  const ifCurrent = useIfCurrent();
  const search = useSearch();
  const {
    value: { sheet, about },
    open,
    close,
  } = useSheet();
  const shop = useOverlay("shop");
  const [isPeeking, setPeeking] = useState(false);
  const hidesDone = list.hideDone && !isPeeking;
  const { blocks, hiddenCount } = useMemo(() => shownOf(list, hidesDone), [list, hidesDone]);
  const { editing, actions } = useItems({ list, shown: blocks, hidesDone }, (id) => open({ sheet: "item", about: id }));
  const aisles = useAisles(list);
  const startsHere = useRef(new URLSearchParams(search).has("add")).current;
  const record = useOpenRecord(sheet === "item" ? about : null, useItem(list, sheet === "item" ? about : null));
  return (
    <div className="lists-open">
      <ListHeader list={list} onShop={() => shop.open({ shop: "1" })} />
      {list.blocks.length === 0 && (
        <EmptyUnlessOld picture="✨" title={lists.list.emptyTitle} small>
          {lists.list.emptyHint}
        </EmptyUnlessOld>
      )}
      {blocks.length === 0 && hiddenCount > 0 && <p className="lists-all-done">{ifCurrent(lists.list.allDone)}</p>}
      {aisles ? (
        <Shelves groups={groupsOf(blocks, aisles)} editing={editing} actions={actions} />
      ) : (
        <Items shown={blocks} editing={editing} actions={actions} />
      )}
      {list.hideDone && (hiddenCount > 0 || isPeeking) && (
        <p className="lists-hidden">
          {!isPeeking && <span>{lists.list.doneHidden(hiddenCount)}</span>}
          <Button variant="quiet" size="s" onClick={() => setPeeking(!isPeeking)}>
            {isPeeking ? lists.list.hideAgain : lists.list.show}
          </Button>
        </p>
      )}
      <AddField list={list} startsHere={startsHere} />
      {shop.value.shop !== null && <ShopMode list={list} onClose={shop.close} />}
      {record && <ItemSheet key={about} record={record} shown={blocks} onClose={close} />}
    </div>
  );
}

/**
 * Returns the item with the id `id`, which may be provisional. Searches `list` first. If the item is not there,
 * searches the list to which somebody has moved the item. While that second list loads, returns the last known version
 * of the item. Returns null if no list has the item, or if `id` is null.
 */
function useItem(list: List, id: string | null): Item | null {
  const last = useRef<Item | null>(null);
  const realId = id === null ? null : realIdOf(id);
  const here = itemIn(list, realId);
  const holder = useHolder(here ? null : realId);
  const other = useSource(listSource, holder && holder !== list.id ? { id: holder } : null).data;
  const isKnown = here !== null || (holder !== undefined && (!holder || holder === list.id || other !== undefined));
  if (isKnown) last.current = here ?? itemIn(other ?? null, realId);
  return last.current?.block.id === realId ? last.current : null;
}

function itemIn(list: List | null, id: string | null): Item | null {
  const block = id === null ? undefined : list?.blocks && findBlock(list.blocks, id);
  return list && block ? { block, list } : null;
}

type Props = { shown: readonly Block[]; editing: Editing | null; actions: ItemActions };

/** If a list has more rows than this, the browser does not lay out rows outside the visible area. */
const manyRows = 100;

function Items({ shown, ...rest }: Props) {
  const { lists } = useText();
  const container = useRef<HTMLDivElement>(null);
  useRowDrag(container, shown, rest.actions);
  return (
    <div ref={container} className={cx("lists-items", shown.length > manyRows && "lists-items-long")}>
      <ul aria-label={lists.list.items}>
        <Rows shown={shown} {...rest} />
      </ul>
    </div>
  );
}

/**
 * Items grouped by aisle, in the order of the shop. The grouping does not change the order of the items in the list
 * itself.
 */
function Shelves({ groups, ...rest }: Omit<Props, "shown"> & { groups: readonly AisleGroup[] }) {
  const { lists } = useText();
  const container = useRef<HTMLDivElement>(null);
  useShelfDrag(container, groups);
  return (
    <div ref={container} className="lists-items lists-shelves">
      {groups.map(({ aisle, blocks }) => (
        <section key={aisle} data-aisle={aisle} aria-labelledby={`aisle-${aisle}`}>
          <h2 id={`aisle-${aisle}`}>{lists.aisles.names[aisle]}</h2>
          <ul>
            <Rows shown={blocks} {...rest} />
          </ul>
        </section>
      ))}
    </div>
  );
}

function Rows({ shown, editing, actions }: Props) {
  return shown.map((block) => (
    <ItemBranch
      key={renderKey(block.id)}
      block={block}
      actions={actions}
      editing={editing && isWrittenIn(block, editing) ? editing : null}
    />
  ));
}
