import type { ComponentChildren } from "preact";
import { cx } from "../cx.ts";
import { personAttributes } from "../person-color.ts";

type RecordTexts = {
  title: ComponentChildren;
  /** Lines of small, muted text below the title. Empty lines are left out. */
  facts?: readonly ComponentChildren[];
  /** Further lines below the facts, such as an error. */
  children?: ComponentChildren;
};

/** List of records, with a line between the rows. */
export function RecordRows({ lang, children }: { lang?: string; children: ComponentChildren }) {
  return (
    <ul className="record-rows" lang={lang}>
      {children}
    </ul>
  );
}

/**
 * Row of {@link RecordRows}: an icon or a picture, the texts, and chips and buttons (`actions`) at the end. The row is
 * a `<li>`. If `nested` is true, the row is a `<div>`, and the caller renders the `<li>` around the row. That `<li>`
 * can then contain further lines.
 */
export function RecordRow(
  props: RecordTexts & {
    picture?: ComponentChildren;
    /** Colour of the record. A disc of this colour takes the place of a picture. */
    color?: string;
    actions?: ComponentChildren;
    nested?: boolean;
  },
) {
  const { picture, color, actions, nested, ...texts } = props;
  const Tag = nested ? "div" : "li";
  return (
    <Tag className={cx("record-row", nested && "record-row-nested")}>
      {color === undefined ? (
        picture
      ) : (
        <span className="record-row-color" {...personAttributes(color)} aria-hidden="true" />
      )}
      <RecordText {...texts} />
      {actions}
    </Tag>
  );
}

/** Texts of a record, without picture, chips and buttons. Use it inside a row that is a button itself. */
export function RecordText({ title, facts, children }: RecordTexts) {
  return (
    <span className="record-row-text">
      <strong>{title}</strong>
      {facts?.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no id and no state
        <Fact key={index}>{fact}</Fact>
      ))}
      {children}
    </span>
  );
}

function Fact({ children }: { children: ComponentChildren }) {
  const isEmpty = children === null || children === undefined || children === false || children === "";
  return isEmpty ? null : <span className="soft small">{children}</span>;
}
