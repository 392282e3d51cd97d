import { Fragment } from "preact";
import { useId, useRef } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { isConnected } from "#web/page/sync.ts";
import { itemOwners, mayTick } from "#web/people/permissions.ts";
import { OfflineNote } from "#web/shell/offline-note.tsx";
import { useIfCurrent } from "#web/shell/old-copy.tsx";
import { useMembers, useViewer } from "#web/sync/session.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { cx } from "#web/ui/cx.ts";
import { X } from "#web/ui/icons.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { personAttributes } from "#web/ui/person-color.ts";
import { useWakeLock } from "#web/ui/use-wake-lock.ts";
import { useAisles } from "../model/aisles.ts";
import { tick } from "../model/block-actions.ts";
import { renderKey } from "../model/keys.ts";
import { shopRows } from "../model/shop.ts";
import type { List, Subtask } from "../model/source.ts";
import { AddField } from "./add-field.tsx";

/** Screen of a list for use with one hand in a shop. A tap ticks an item. Nothing else can be changed by accident. */
export function ShopMode({ list, onClose }: { list: List; onClose: () => void }) {
  const { lists, recipes } = useText();
  const ifCurrent = useIfCurrent();
  const id = useId();
  const close = useRef<HTMLButtonElement>(null);
  const items = useRef<HTMLDivElement>(null);
  const isAwake = useWakeLock();
  const isOnline = useStore(isConnected);
  const { open, done } = shopRows(list, useAisles(list));
  const isAllDone = done.length > 0 && !open.some(({ block }) => block.type === "task");
  const set = (block: Subtask, isDone: boolean) => {
    const boxes = () => [...(items.current?.querySelectorAll<HTMLElement>(".checkbox") ?? [])];
    const at = boxes().findIndex((box) => box.matches(":focus"));
    tick(list, block, isDone, false);
    if (at < 0) return;
    // The ticked row moves away with the focus. The row in its place gets the focus, unless another element has it by
    // then.
    requestAnimationFrame(() => {
      const focused = document.activeElement?.closest("input, button");
      if (!focused || items.current?.contains(focused)) boxes()[at]?.focus({ preventScroll: true });
    });
  };
  const row = (block: Subtask, parentId: string | null) => (
    <li
      key={renderKey(block.id)}
      data-row={renderKey(block.id)}
      className={cx(parentId !== null && "lists-shop-under")}
    >
      {block.type === "task" ? (
        <ShopRow block={block} onTick={(isDone) => set(block, isDone)} />
      ) : block.type === "header" ? (
        <h3>{block.content}</h3>
      ) : (
        <p>{block.content}</p>
      )}
    </li>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      className="lists-shop"
      aria-labelledby={id}
      initialFocus={close}
      {...personAttributes(list.colorKey)}
    >
      <header>
        <span className="lists-icon" aria-hidden="true">
          {list.icon}
        </span>
        <h2 id={id}>
          <span className="visually-hidden">{lists.shop.title(list.name)}</span>
          <span aria-hidden="true">{list.name}</span>
        </h2>
        <p role="status">{list.blocks.length > 0 && lists.remaining(list.remainingCount)}</p>
        <IconButton ref={close} aria-label={lists.shop.leave} onClick={onClose}>
          <X className="icon-l" />
        </IconButton>
      </header>
      <div className="lists-shop-items" ref={items}>
        {isAllDone && <p className="lists-shop-finished">{ifCurrent(lists.list.allDone)}</p>}
        {list.blocks.length === 0 && <p className="lists-shop-finished">{ifCurrent(lists.list.emptyTitle)}</p>}
        <ul aria-label={lists.list.items}>
          {open.map(({ block, parentId, heading }) => (
            <Fragment key={renderKey(block.id)}>
              {heading && (
                <li>
                  <h3>{lists.aisles.names[heading]}</h3>
                </li>
              )}
              {row(block, parentId)}
            </Fragment>
          ))}
          {done.length > 0 && (
            <li key="done">
              <h3>{lists.shop.done(done.length)}</h3>
            </li>
          )}
          {done.map((block) => row(block, null))}
        </ul>
        {!isAwake && <p className="lists-shop-note">{recipes.mayGoDark}</p>}
      </div>
      <footer>
        {!isOnline && (
          <p className="lists-shop-offline" role="status">
            <OfflineNote />
          </p>
        )}
        <AddField list={list} startsHere={false} within={items} isPlain />
      </footer>
    </Dialog>
  );
}

function ShopRow({ block, onTick }: { block: Subtask; onTick: (isDone: boolean) => void }) {
  const { lists } = useText();
  const person = useMembers().find(({ id }) => id === block.memberId);
  const isMine = mayTick(useViewer(), itemOwners(block));
  const hint = isMine ? person?.name : lists.item.theirs(person?.name ?? "");
  return (
    <Checkbox
      size="l"
      className="lists-shop-row"
      crosses="label"
      label={block.content}
      hint={hint}
      checked={block.done}
      disabled={!isMine}
      onChange={onTick}
    />
  );
}
