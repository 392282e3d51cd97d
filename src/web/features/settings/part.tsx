import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Card, SectionHeader } from "../../ui/display/surface.tsx";

export function Part(props: {
  title: string;
  count?: number;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const heading = useId();
  return (
    <section className="settings-part" aria-labelledby={heading}>
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
