import { type ComponentChildren, cloneElement, type TargetedKeyboardEvent, type VNode } from "preact";
import { useId, useLayoutEffect, useState } from "preact/hooks";
import { IconButton } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { Check, Ellipsis } from "../icons.ts";
import { useFloating } from "./use-floating.ts";

/** One line of a {@link Menu}. */
export type MenuItem = {
  readonly label: string;
  readonly icon?: ComponentChildren;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** For what is on or off: shows a tick, and says so. */
  readonly checked?: boolean;
  /** A line above it. */
  readonly startsGroup?: boolean;
};

/** What the menu does to its button. */
export type TriggerProps = {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  "aria-controls"?: string | undefined;
  onClick?: () => void;
};

/** A button that opens a list of acts. Without a `trigger` it is the three dots. */
export function Menu(props: {
  /** What the menu is about, as the button's name: "More for Milk". */
  label: string;
  items: readonly MenuItem[];
  /** A button with its own text or `aria-label`, and no `onClick`. */
  trigger?: VNode<TriggerProps>;
  align?: "start" | "end";
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { anchor, panel } = useFloating(isOpen, () => leave(), props.align ?? "end");
  const leave = () => {
    setOpen(false);
    anchor.current?.querySelector<HTMLElement>("button")?.focus();
  };
  useLayoutEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>(".menu-item")?.focus();
  }, [isOpen, panel]);
  const dots = (
    <IconButton aria-label={props.label}>
      <Ellipsis />
    </IconButton>
  );
  const trigger = cloneElement<TriggerProps>(props.trigger ?? dots, {
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  });
  return (
    <span className="floating-anchor" ref={anchor}>
      {trigger}
      {isOpen && (
        <div
          id={id}
          ref={panel}
          popover="manual"
          role="menu"
          tabIndex={-1}
          aria-label={props.label}
          className="floating menu"
          onKeyDown={(event) => (event.key === "Tab" ? leave() : moveFocus(event))}
        >
          {props.items.map((item) => (
            <Entry key={item.label} item={item} leave={leave} />
          ))}
        </div>
      )}
    </span>
  );
}

function Entry({ item, leave }: { item: MenuItem; leave: () => void }) {
  const isCheckbox = item.checked !== undefined;
  const select = () => {
    if (item.disabled) return;
    // The focus first: a sheet that opens now gives it back to the menu's button.
    leave();
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

/** Arrows go round; Home and End; a letter goes to the next item that starts with it. */
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
