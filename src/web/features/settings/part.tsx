import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import { ExternalLink } from "#web/ui/icons.ts";

export type PartProps = {
  title: string;
  count?: number | undefined;
  actions?: ComponentChildren;
  /** Name of the section. The address `?section=` with this name scrolls to the section. */
  section?: string;
  /** Texts between the heading and the card. */
  lead?: ComponentChildren;
  children: ComponentChildren;
};

export function Part({ title, count, actions, section, lead, children }: PartProps) {
  const heading = useId();
  const part = useRef<HTMLElement>(null);
  const { value } = useOverlay("section");
  const isSought = section !== undefined && value.section === section;
  useEffect(() => {
    if (isSought) part.current?.scrollIntoView({ block: "start" });
  }, [isSought]);
  return (
    <section className="settings-part" ref={part} aria-labelledby={heading}>
      <SectionHeader id={heading} title={title} {...(count === undefined ? {} : { count })} actions={actions} />
      {lead}
      <Card className="settings-card">{children}</Card>
    </section>
  );
}

/** List that shows each of the short texts `points` after a bullet. */
export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="settings-points">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** Link that opens in a new tab. */
export function ExternalAnchor({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="settings-link">
      {children}
      <ExternalLink />
    </a>
  );
}
