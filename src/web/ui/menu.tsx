import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { Check, Ellipsis } from "./icons.ts";

/** One line of a {@link Menu}. */
export type MenuItem = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** For what is on or off: shows a tick, and says so. */
  readonly checked?: boolean;
  /** A line above it. */
  readonly startsGroup?: boolean;
};

/** A button that opens a list of acts. Without a `trigger` it is the three dots. */
export function Menu(props: {
  /** What the menu is about, as the button's name: "More for Milk". */
  label: string;
  items: readonly MenuItem[];
  /** The button itself; it needs its own text or `aria-label`. */
  trigger?: ReactElement;
  align?: "start" | "end";
  /** Open from the start: for a menu that is made by the press that asks for it. */
  defaultOpen?: boolean;
}) {
  const dots = (
    <IconButton aria-label={props.label}>
      <Ellipsis />
    </IconButton>
  );
  return (
    <Base.Root defaultOpen={props.defaultOpen ?? false}>
      <Base.Trigger render={props.trigger ?? dots} />
      <Base.Portal>
        <Base.Positioner className="floating" sideOffset={6} align={props.align ?? "end"} collisionPadding={8}>
          <Base.Popup className="menu" aria-label={props.label}>
            {props.items.map((item) => (
              <Entry key={item.label} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ item }: { item: MenuItem }) {
  const look = cx("menu-item", item.danger && "menu-item-danger", item.startsGroup && "menu-item-first");
  const disabled = item.disabled ?? false;
  if (item.checked === undefined) {
    return (
      <Base.Item className={look} disabled={disabled} onClick={item.onSelect}>
        {item.icon}
        <span>{item.label}</span>
      </Base.Item>
    );
  }
  return (
    <Base.CheckboxItem
      className={look}
      disabled={disabled}
      checked={item.checked}
      onCheckedChange={item.onSelect}
      closeOnClick
    >
      {item.icon}
      <span>{item.label}</span>
      {item.checked && <Check className="menu-tick" />}
    </Base.CheckboxItem>
  );
}
