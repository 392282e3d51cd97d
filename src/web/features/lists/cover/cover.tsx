import type { CSSProperties } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import type { List } from "../model/source.ts";

export type Cover = List["cover"];

export function CoverPicture({ cover, eager = false }: { cover: Cover; eager?: boolean }) {
  if (cover.hidden) return null;
  const { from, to, angle } = cover.gradient;
  const style: CSSProperties = { backgroundImage: `linear-gradient(${angle}deg, ${from}, ${to})` };
  return (
    <div className="lists-cover" style={style} aria-hidden="true">
      {cover.url && <img src={cover.url} alt="" loading={eager ? "eager" : "lazy"} decoding="async" />}
    </div>
  );
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
