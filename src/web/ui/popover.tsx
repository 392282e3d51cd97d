import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

/** Something small beside the button that opens it: a filter, a preview. What has more than a few controls is a Sheet. */
export function Popover(props: {
  /** A button with its own text or `aria-label`. */
  trigger: ReactElement;
  /** The name of what opens; shown as its heading. */
  title: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  side?: "top" | "bottom" | "inline-start" | "inline-end";
  align?: "start" | "center" | "end";
}) {
  return (
    <Base.Root open={props.open} onOpenChange={(open) => props.onOpenChange?.(open)}>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          className="floating"
          side={props.side ?? "bottom"}
          align={props.align ?? "center"}
          sideOffset={8}
          collisionPadding={12}
        >
          <Base.Popup className="popover">
            <Base.Title className="popover-title">{props.title}</Base.Title>
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
