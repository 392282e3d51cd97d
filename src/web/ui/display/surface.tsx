import type { ComponentChildren } from "preact";
import { cx } from "../cx.ts";
import type { ElementProps } from "../element-props.ts";
import { personAttributes } from "../person-color.ts";

/** Card. `flush` is for rows that reach the edges of the card; `tint` gives the card the colour `color`. */
export function Card(props: ElementProps<"div"> & { flush?: boolean; tint?: boolean; color?: string | null }) {
  const { flush, tint, color, className, ...rest } = props;
  const look = cardClass({ flush, tint });
  return <div {...rest} {...personAttributes(color)} className={cx(look, className)} />;
}

export function cardClass({ flush, tint }: { flush?: boolean | undefined; tint?: boolean | undefined } = {}): string {
  return cx("card", flush && "card-flush", tint && "card-tint");
}

/**
 * Header of a screen. If `look` is `flush`, there is no space below the header. If it is `compact`, there is also less
 * space above the header. If it is `spread`, phones have no box around the actions, so that CSS can place each action
 * separately.
 */
export function PageHeader(props: {
  title: ComponentChildren;
  sub?: ComponentChildren;
  actions?: ComponentChildren;
  look?: "flush" | "compact" | "spread";
  className?: string;
}) {
  return (
    <header className={cx("page-header", props.look && `page-header-${props.look}`, props.className)}>
      <div className="page-title">
        <h1 tabIndex={-1}>{props.title}</h1>
        {props.sub && <p>{props.sub}</p>}
      </div>
      {props.actions && <div className="actions">{props.actions}</div>}
    </header>
  );
}

/** Heading of a section. `level` is 3 in a nested section; `id` is for `aria-labelledby`. */
export function SectionHeader(props: {
  title: ComponentChildren;
  icon?: ComponentChildren;
  count?: number;
  actions?: ComponentChildren;
  level?: 2 | 3;
  id?: string;
}) {
  const Heading = props.level === 3 ? "h3" : "h2";
  return (
    <div className="section-header">
      {props.icon}
      <Heading id={props.id}>{props.title}</Heading>
      {props.count !== undefined && <span className="section-count">{props.count}</span>}
      {props.actions && <div className="actions">{props.actions}</div>}
    </div>
  );
}

export function Kbd({ children }: { children: ComponentChildren }) {
  return <kbd className="kbd">{children}</kbd>;
}

export function VisuallyHidden({ children }: { children: ComponentChildren }) {
  return <span className="visually-hidden">{children}</span>;
}
