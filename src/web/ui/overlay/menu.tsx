import type { ComponentChildren, TargetedKeyboardEvent, VNode } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { IconButton } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { Check, Ellipsis } from "../icons.ts";
import { type TriggerProps, useFloating } from "./use-floating.ts";

export type MenuItem = {
  readonly label: string;
  readonly icon?: ComponentChildren;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Whether the item is checked. If `checked` is given, the item is a checkbox. */
  readonly checked?: boolean;
  readonly startsGroup?: boolean;
};

/** Menu that a button opens. If there is no `trigger`, the button shows three dots. */
export function Menu(props: {
  /** Label of the menu and of the button with three dots, such as "More for Milk". */
  label: string;
  items: readonly MenuItem[];
  /** Button that opens the menu. It must have a text or an `aria-label`, and no `onClick`. */
  trigger?: VNode<TriggerProps>;
  align?: "start" | "end";
}) {
  const dots = (
    <IconButton aria-label={props.label}>
      <Ellipsis />
    </IconButton>
  );
  const floating = useFloating("menu", props.trigger ?? dots, props.align ?? "end");
  const { isOpen, close, anchor, button, panel, panelProps } = floating;
  useLayoutEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>(".menu-item")?.focus();
  }, [isOpen, panel]);
  return (
    <span className="floating-anchor" ref={anchor}>
      {button}
      {isOpen && (
        <div
          {...panelProps}
          role="menu"
          tabIndex={-1}
          aria-label={props.label}
          className="floating menu"
          onKeyDown={(event) => (event.key === "Tab" ? close() : moveFocus(event))}
        >
          {props.items.map((item) => (
            <Entry key={item.label} item={item} onLeave={close} />
          ))}
        </div>
      )}
    </span>
  );
}

function Entry({ item, onLeave }: { item: MenuItem; onLeave: () => void }) {
  const isCheckbox = item.checked !== undefined;
  const select = () => {
    if (item.disabled) return;
    // A sheet that opens now returns the focus to the menu's button.
    onLeave();
    item.onSelect();
  };
  return (
    <button
      type="button"
      {...(isCheckbox ? { role: "menuitemcheckbox", "aria-checked": item.checked } : { role: "menuitem" })}
      aria-disabled={item.disabled}
      tabIndex={-1}
      className={cx("menu-item", item.danger && "menu-item-danger", item.startsGroup && "menu-item-first")}
      onClick={select}
    >
      {item.icon}
      <span>{item.label}</span>
      {item.checked && <Check className="menu-tick" />}
    </button>
  );
}

/**
 * Moves the focus in the menu as the ARIA menu pattern describes. Arrow keys wrap around. A letter moves to the next
 * item that begins with this letter.
 */
function moveFocus(event: TargetedKeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(".menu-item")];
  const at = items.findIndex((item) => item.matches(":focus"));
  const next = nextItem(event.key, items, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === "ArrowDown") return items[at + 1] ?? items[0];
  if (key === "ArrowUp") return items[at - 1] ?? items.at(-1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const following = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return following.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}
