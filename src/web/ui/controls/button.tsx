import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { cx } from "../cx.ts";
import type { ElementProps } from "../element-props.ts";

/** How loud a button is: one `primary` a view at most. */
export type ButtonVariant = "primary" | "plain" | "quiet" | "danger";

/** What a {@link Button} takes, and every property of a native one. */
export type ButtonProps = ElementProps<"button"> & {
  variant?: ButtonVariant;
  size?: "s" | "m" | "l";
  /** Fills its container's width. */
  wide?: boolean;
  /** Something is under way: the text gives way to a ring, and presses are ignored; the focus stays. */
  busy?: boolean;
  icon?: ComponentChildren;
};

/** The class names of a button, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = "plain", size: "s" | "m" | "l" = "m", wide = false): string {
  return cx("button", `button-${variant}`, size !== "m" && `button-${size}`, wide && "button-wide");
}

/** A button with text. It never submits a form unless `type="submit"` says so. */
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

/** What an {@link IconButton} takes, and every property of a native button. */
export type IconButtonProps = Omit<ElementProps<"button">, "aria-label"> & {
  /** What it does, for those who don't see the icon. */
  "aria-label": string;
  /** Ember ground, for the one floating "add" of a screen. */
  filled?: boolean;
};

/** A round button of 44 px that shows an icon alone. */
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
