import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { cx } from "../cx.ts";
import type { ElementProps } from "../element-props.ts";

/** At most one `primary` in a view. */
export type ButtonVariant = "primary" | "plain" | "quiet" | "danger";

export type ButtonProps = ElementProps<"button"> & {
  variant?: ButtonVariant;
  size?: "s" | "m" | "l";
  /** Fills its container's width. */
  wide?: boolean;
  /** Something is under way: the text gives way to a ring, and presses are ignored; the focus stays. */
  busy?: boolean;
  icon?: ComponentChildren;
};

/** Class names for a link that looks like a button. */
export function buttonClass(variant: ButtonVariant = "plain", size: "s" | "m" | "l" = "m", wide = false): string {
  return cx("button", `button-${variant}`, size !== "m" && `button-${size}`, wide && "button-wide");
}

/** It submits a form only with `type="submit"`. */
export function Button({ variant, size, wide, busy, icon, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: TargetedMouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event));
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass(variant, size, wide), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"]}
      onClick={press}
    >
      <span className="button-text">
        {icon}
        {children}
      </span>
      {busy && <span className="button-spinner" aria-hidden="true" />}
    </button>
  );
}

export type IconButtonProps = Omit<ElementProps<"button">, "aria-label"> & {
  /** What it does, for those who don't see the icon. */
  "aria-label": string;
  /** Ember ground, for the one floating "add" of a screen. */
  filled?: boolean;
};

/** A round button of 44 px with only an icon. */
export function IconButton({ filled, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={rest["aria-label"]}
      {...rest}
      className={cx("icon-button", filled && "icon-button-filled", className)}
    />
  );
}
