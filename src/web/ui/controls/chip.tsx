import type { ComponentChildren } from "preact";
import { cx } from "../cx.ts";
import { useLabels } from "../display/labels.tsx";
import type { ElementProps } from "../element-props.ts";
import { X } from "../icons.ts";
import { personAttributes } from "../person-color.ts";

type ChipLook = {
  color?: string | null | undefined;
  tone?: "warn" | "danger" | "good" | "ember" | undefined;
  icon?: ComponentChildren;
};

type ChipProps = ChipLook & ElementProps<"span"> & { busy?: boolean };

/** Chip that shows a state. If `busy`, a ring turns in place of the icon. */
export function Chip({ busy, color, tone, icon, className, children, ...rest }: ChipProps) {
  return (
    <span
      {...rest}
      {...personAttributes(color)}
      className={cx("chip", "chip-small", tone && `chip-${tone}`, className)}
    >
      {busy ? <span className="chip-spinner" aria-hidden="true" /> : icon}
      {children}
    </span>
  );
}

/** Chip that is a button. If `pressed` is given, the button is a toggle. Otherwise, it is a plain button. */
export function ChipButton(
  props: ChipLook &
    ElementProps<"button"> & { pressed?: boolean /** Whether the text is centred. */; centered?: boolean },
) {
  const { color, tone, icon, pressed, centered, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...personAttributes(color)}
      aria-pressed={pressed}
      className={cx("chip", centered && "chip-centered", tone && `chip-${tone}`, className)}
    >
      {icon}
      {children}
    </button>
  );
}

/** Chip with a cross. A press on the cross removes the chip. `name` tells screen readers what the cross removes. */
export function RemovableChip(props: ChipLook & { name: string; onRemove: () => void; children: ComponentChildren }) {
  const labels = useLabels();
  return (
    <span {...personAttributes(props.color)} className={cx("chip", props.tone && `chip-${props.tone}`)}>
      {props.icon}
      {props.children}
      <button
        type="button"
        className="chip-remove"
        aria-label={`${labels.remove}: ${props.name}`}
        onClick={props.onRemove}
      >
        <X />
      </button>
    </span>
  );
}
