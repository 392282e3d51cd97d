import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { ChevronLeft, ChevronRight } from "#web/ui/icons.ts";

/**
 * Header of a view that is divided into pages, with arrows that turn the pages. `children` are shown before the arrows.
 */
export function WallHeader(props: {
  title: string;
  sub: string;
  compact?: boolean;
  onTurn: (direction: 1 | -1) => void;
  onToday: () => void;
  children?: ComponentChildren;
}) {
  const { common } = useText();
  const { title, sub, compact, onTurn, onToday, children } = props;
  const actions = (
    <>
      {children}
      <div className="wall-turn">
        <IconButton aria-label={common.previous} onClick={() => onTurn(-1)}>
          <ChevronLeft />
        </IconButton>
        <Button onClick={onToday}>{common.today}</Button>
        <IconButton aria-label={common.next} onClick={() => onTurn(1)}>
          <ChevronRight />
        </IconButton>
      </div>
    </>
  );
  return <PageHeader title={title} sub={sub} actions={actions} {...(compact && { look: "compact" })} />;
}
