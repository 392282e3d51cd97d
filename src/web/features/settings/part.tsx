import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";

export function Part(props: {
  title: string;
  count?: number;
  actions?: ComponentChildren;
  /** Name of the section. The address `?section=` with this name scrolls to the section. */
  section?: string;
  children: ComponentChildren;
}) {
  const heading = useId();
  const part = useRef<HTMLElement>(null);
  const { value } = useOverlay("section");
  const isSought = props.section !== undefined && value.section === props.section;
  useEffect(() => {
    if (isSought) part.current?.scrollIntoView({ block: "start" });
  }, [isSought]);
  return (
    <section className="settings-part" ref={part} aria-labelledby={heading}>
      <SectionHeader
        id={heading}
        title={props.title}
        {...(props.count === undefined ? {} : { count: props.count })}
        actions={props.actions}
      />
      <Card className="settings-card">{props.children}</Card>
    </section>
  );
}
