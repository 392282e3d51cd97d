import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { colorKeys, personAttributes } from "#web/ui/person-color.ts";
import type { List, ListSummary } from "../model/source.ts";

type Cover = List["cover"];

/** Cover of a list: its photo, or the colour of the list. The children are shown on the cover. */
export function CoverPicture(props: {
  list: Pick<ListSummary, "id" | "colorKey" | "cover">;
  eager?: boolean;
  children?: ComponentChildren;
}) {
  const { list, eager = false, children } = props;
  const { url, hidden } = list.cover;
  return (
    <div className="lists-cover" aria-hidden="true" {...personAttributes(list.colorKey ?? colorOf(list.id))}>
      {url && !hidden && <img src={url} alt="" loading={eager ? "eager" : "lazy"} decoding="async" />}
      {children && <span>{children}</span>}
    </div>
  );
}

/** Returns the colour of a list for which nobody has chosen one. */
function colorOf(id: string): string | undefined {
  return colorKeys[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % colorKeys.length];
}

/**
 * Shows the photographer and the source of a cover, as the photo's licence demands. Addresses other than `https` are
 * not shown as links.
 */
export function Attribution({ attribution }: { attribution: NonNullable<Cover["attribution"]> }) {
  const { lists } = useText();
  const { photographer, photographerUrl, provider, photoUrl, license } = attribution;
  return (
    <p className="lists-attribution">
      {lists.cover.photoBy} <Away href={photographerUrl}>{photographer}</Away>
      {provider !== "folder" && (
        <>
          {" "}
          {lists.cover.on} <Away href={photoUrl}>{providerNames[provider] ?? provider}</Away>
        </>
      )}
      {license && ` · ${license}`}
    </p>
  );
}

const providerNames: Readonly<Record<string, string>> = {
  openverse: "Openverse",
  pexels: "Pexels",
  unsplash: "Unsplash",
};

function Away({ href, children }: { href: string | null; children: string }) {
  if (!href || !/^https:\/\//i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
