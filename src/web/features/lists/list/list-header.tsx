import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Link, useLocation } from "wouter";
import { addressOf } from "#platform/activity/record-address.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useIsAdult, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import {
  ArrowLeft,
  Eye,
  EyeOff,
  Image,
  ListChecks,
  Lock,
  Pencil,
  RotateCcw,
  ShoppingBasket,
  Star,
  Store,
  Trash2,
} from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { groceriesSource } from "../../meals/model/shopping.ts";
import { useCopyItems } from "../board/copy-items.tsx";
import { useFollowItem } from "../board/follow-item.tsx";
import { Attribution, CoverPicture } from "../cover/cover.tsx";
import { setAisles } from "../model/aisles.ts";
import { removeDone, untickAll } from "../model/block-actions.ts";
import { deleteList, setList } from "../model/board-writes.ts";
import { doneIn, tickedBy } from "../model/rows.ts";
import type { List } from "../model/source.ts";
import { useSheet } from "../model/use-sheet.ts";

/**
 * Header of a list. On phones, a bar stays at the top of the screen. The bar shows the title once the heading has
 * scrolled out of view.
 */
export function ListHeader({ list, onShop }: { list: List; onShop: () => void }) {
  const { lists } = useText();
  const { id, name, favorite, cover } = list;
  const favoriteLabel = favorite ? lists.board.dropFavorite : lists.board.addFavorite;
  const heading = useRef<HTMLHeadingElement>(null);
  const isScrolled = useIsAbove(heading);
  return (
    <>
      <div className={cx("lists-header-bar", isScrolled && "lists-header-bar-scrolled")}>
        <Link href="/lists" className="icon-button" aria-label={lists.list.all} title={lists.list.all}>
          <ArrowLeft />
        </Link>
        <span className="lists-header-name" aria-hidden="true">
          {list.icon} {name}
        </span>
        <div className="actions">
          <IconButton
            className="lists-header-star"
            aria-label={favoriteLabel}
            aria-pressed={favorite}
            onClick={() => perform(setList, { id, name, settings: { favorite: !favorite } })}
          >
            <Star />
          </IconButton>
          <IconButton aria-label={lists.shop.open} onClick={onShop}>
            <ShoppingBasket />
          </IconButton>
          <ListActs list={list} />
        </div>
      </div>
      <header className={cx("lists-header", cover.hidden && "lists-header-plain")} {...personAttributes(list.colorKey)}>
        {!cover.hidden && <CoverPicture list={list} eager />}
        <div className="lists-title">
          <span className="lists-icon" aria-hidden="true">
            {list.icon}
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {name}
          </h1>
          <p>
            {list.blocks.length > 0 && lists.remaining(list.remainingCount)}
            {list.visibility === "personal" && (
              <span className="lists-personal">
                <Lock /> {lists.personal}
              </span>
            )}
          </p>
        </div>
        {!cover.hidden && cover.attribution && <Attribution attribution={cover.attribution} />}
      </header>
    </>
  );
}

function useIsAbove(target: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false);
  useEffect(() => {
    if (!target.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setAbove(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return isAbove;
}

function ListActs({ list }: { list: List }) {
  const { lists } = useText();
  const isAdult = useIsAdult();
  const { open } = useSheet();
  const [, navigate] = useLocation();
  const { id, name, hideDone } = list;
  const { data: groceries } = useSource(groceriesSource, {});
  const aisles = groceries?.lists.find(({ listId }) => listId === id);
  const done = doneIn(list.blocks).count;
  const ticked = tickedBy(useViewer(), list.blocks);
  const items: MenuItem[] = [
    { label: lists.board.settings, icon: <Pencil />, onSelect: () => open({ sheet: "settings", about: id }) },
    { label: lists.board.cover, icon: <Image />, onSelect: () => open({ sheet: "cover", about: id }) },
    ...useFollowItem(list),
    ...useCopyItems(list, (copy) => navigate(addressOf({ type: "list", id: copy }))),
    ...(aisles
      ? [
          {
            label: lists.aisles.sort,
            checked: aisles.byAisle,
            startsGroup: true,
            onSelect: () => perform(setAisles, { id, name, change: { byAisle: !aisles.byAisle } }),
          },
        ]
      : []),
    ...(aisles?.byAisle
      ? [{ label: lists.aisles.order, icon: <Store />, onSelect: () => open({ sheet: "aisles", about: id }) }]
      : []),
    {
      label: hideDone ? lists.list.showDone : lists.list.hideDone,
      icon: hideDone ? <Eye /> : <EyeOff />,
      startsGroup: true,
      onSelect: () => perform(setList, { id, name, settings: { hideDone: !hideDone } }),
    },
    {
      label: lists.list.untickAll(ticked.length),
      icon: <RotateCcw />,
      disabled: ticked.length === 0,
      onSelect: () => untickAll(list, ticked),
    },
    {
      label: done > 0 ? lists.list.deleteDone(done) : lists.list.nothingDone,
      icon: <ListChecks />,
      disabled: done === 0,
      onSelect: () => removeDone(list),
    },
  ];
  const remove: MenuItem = {
    label: lists.board.delete,
    icon: <Trash2 />,
    danger: true,
    startsGroup: true,
    onSelect: () => {
      navigate("/lists");
      perform(deleteList, { id, name });
    },
  };
  return <Menu label={lists.list.more} items={isAdult ? [...items, remove] : items} />;
}
