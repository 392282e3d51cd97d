import type { ComponentChildren } from "preact";
import { Button } from "../controls/button.tsx";
import { cx } from "../cx.ts";
import { CircleAlert, RotateCcw } from "../icons.ts";
import { useLabels } from "./labels.tsx";

/** Text that is shown instead of an empty list. `small` is for use inside a card. */
export function EmptyState(props: {
  picture?: ComponentChildren;
  title: string;
  children?: ComponentChildren;
  action?: ComponentChildren;
  small?: boolean;
  level?: 1 | 2 | 3;
}) {
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <div className={cx("empty", props.small && "empty-small")}>
      {props.picture && (
        <div className="empty-picture" aria-hidden="true">
          {props.picture}
        </div>
      )}
      <Heading>{props.title}</Heading>
      {props.children && <p>{props.children}</p>}
      {props.action && <div className="actions">{props.action}</div>}
    </div>
  );
}

export function ErrorNotice(props: {
  title: string;
  children?: ComponentChildren;
  onRetry?: () => void;
  busy?: boolean;
}) {
  const labels = useLabels();
  return (
    <div className="notice" role="alert">
      <CircleAlert />
      <div className="notice-text">
        <strong>{props.title}</strong>
        {props.children}
      </div>
      {props.onRetry && (
        <Button size="s" icon={<RotateCcw />} onClick={props.onRetry} busy={props.busy ?? false}>
          {labels.retry}
        </Button>
      )}
    </div>
  );
}

/** Message at the top of a screen, above its content. Screen readers announce it. */
export function Banner(props: {
  icon?: ComponentChildren;
  tone?: "warn" | "info";
  action?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <div className={cx("banner", props.tone === "info" && "banner-info")} role="status">
      {props.icon}
      <span>{props.children}</span>
      {props.action}
    </div>
  );
}
