import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { cx } from "../cx.ts";
import type { ElementProps } from "../element-props.ts";

/** Visual style of a button. A view has at most one `primary` button. */
export type ButtonVariant = "primary" | "plain" | "quiet" | "danger";

export type ButtonProps = ElementProps<"button"> & {
  variant?: ButtonVariant;
  size?: "s" | "m" | "l";
  wide?: boolean;
  /** Whether the button shows a progress ring instead of its text and ignores presses. The button keeps the focus. */
  busy?: boolean;
  icon?: ComponentChildren;
};

/** Returns the CSS classes of a button. Links that look like buttons use them too. */
export function buttonClass(variant: ButtonVariant = "plain", size: "s" | "m" | "l" = "m", wide = false): string {
  return cx("button", `button-${variant}`, size !== "m" && `button-${size}`, wide && "button-wide");
}

/** Button. The button submits a form only if it has `type="submit"`. */
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
  "aria-label": string;
  /** Whether the button is filled with colour. Use this only for the floating “add” button of a screen. */
  filled?: boolean;
};

/** Button that shows only an icon, 44 px wide. */
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
