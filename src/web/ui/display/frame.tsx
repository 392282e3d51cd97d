import type { ComponentChildren, ComponentType } from "preact";
import { cx } from "../cx.ts";

/** A link of the router. The frame does not depend on the router. */
export type LinkComponent = ComponentType<{
  href: string;
  className?: string;
  "aria-current"?: "page" | undefined;
  children: ComponentChildren;
}>;

export type NavItem = {
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentChildren;
  readonly isCurrent: boolean;
  /** How many things wait there; `badgeLabel` says it in words. */
  readonly badge?: number;
  readonly badgeLabel?: string;
  /** Only in the phone's bar ("More"), or only beside the page on wider screens; everywhere otherwise. */
  readonly only?: "bar" | "side";
} & ({ readonly href: string } | { readonly onPress: () => void });

export type FrameProps = {
  items: readonly NavItem[];
  Link: LinkComponent;
  labels: { readonly navigation: string; readonly skip: string };
  /** The household's name or sign over the side navigation. */
  brand?: ComponentChildren;
  /** Under the side navigation: who is signed in. */
  foot?: ComponentChildren;
  /** Over everything: the offline banner. */
  banner?: ComponentChildren;
  /** `text` for what is read, `full` for the calendar and the meal grid. */
  width?: "text" | "page" | "full";
  children: ComponentChildren;
};

/**
 * The app around a screen: a bar of five places at the bottom of a phone, a rail beside the page on a tablet, a
 * sidebar on a desktop. The order in the document is: skip link, navigation, banner, page.
 */
export function Frame({ items, Link, labels, brand, foot, banner, width = "page", children }: FrameProps) {
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {labels.skip}
      </a>
      <nav className="nav" aria-label={labels.navigation}>
        {brand && <div className="nav-brand">{brand}</div>}
        <ul>
          {items.map((item) => (
            <li key={item.id} className={cx(item.only && `nav-only-${item.only}`)}>
              <Place item={item} Link={Link} />
            </li>
          ))}
        </ul>
        {foot && <div className="nav-foot">{foot}</div>}
      </nav>
      <div className="frame-page">
        {banner}
        <main id="main" className={cx("page", `page-${width}`)} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

function Place({ item, Link }: { item: NavItem; Link: LinkComponent }) {
  const content = (
    <>
      <span className="nav-icon">
        {item.icon}
        {item.badge ? (
          <span className="nav-badge" aria-hidden="true">
            {item.badge > 99 ? "99+" : item.badge}
          </span>
        ) : null}
      </span>
      <span className="nav-label">{item.label}</span>
      {item.badge ? <span className="visually-hidden">{item.badgeLabel ?? item.badge}</span> : null}
    </>
  );
  const current = item.isCurrent ? "page" : undefined;
  if ("href" in item) {
    return (
      <Link href={item.href} className="nav-item" aria-current={current}>
        {content}
      </Link>
    );
  }
  return (
    <button type="button" className="nav-item" aria-current={current} aria-haspopup="dialog" onClick={item.onPress}>
      {content}
    </button>
  );
}
