import type { ComponentChildren, ComponentType } from "preact";
import { cx } from "../cx.ts";

/** Link component. The caller passes this component, so that the frame does not depend on the router. */
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
  /** Number on the badge. `badgeLabel` is its text for screen readers. */
  readonly badge?: number;
  readonly badgeLabel?: string;
  /**
   * Limits the item to the navigation bar of phones or to the side navigation of wider screens. By default, the item is
   * in both.
   */
  readonly only?: "bar" | "side";
  /** Key that does the same. */
  readonly shortcut?: string;
} & ({ readonly href: string } | { readonly onPress: () => void });

export type AppFrameProps = {
  items: readonly NavItem[];
  Link: LinkComponent;
  labels: { readonly navigation: string; readonly skip: string };
  brand?: ComponentChildren;
  foot?: ComponentChildren;
  banner?: ComponentChildren;
  /**
   * Content of the status bar at the bottom of the window, such as a note that the server does not respond. The page
   * does not move when the bar appears or disappears.
   */
  strip?: ComponentChildren;
  /** Width of the page: `text` for reading, `full` for grids such as the calendar. */
  width?: "text" | "page" | "full";
  children: ComponentChildren;
};

/**
 * Frame around every screen. The order in the document is: skip link, navigation, banner, page, status bar (`strip`).
 */
export function AppFrame(props: AppFrameProps) {
  const { items, Link, labels, brand, foot, banner, strip, width = "page", children } = props;
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
              <NavLink item={item} Link={Link} />
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
      {strip && (
        <p className="frame-strip" role="status">
          {strip}
        </p>
      )}
    </div>
  );
}

function NavLink({ item, Link }: { item: NavItem; Link: LinkComponent }) {
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
    <button
      type="button"
      className="nav-item"
      aria-current={current}
      aria-haspopup="dialog"
      aria-keyshortcuts={item.shortcut}
      onClick={item.onPress}
    >
      {content}
    </button>
  );
}
