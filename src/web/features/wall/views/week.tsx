import type { ComponentChildren } from "preact";
import { useText } from "../../../i18n/catalogue.ts";
import { addDays } from "../../../time/days.ts";
import { formatDay } from "../../../time/format.ts";
import { useToday } from "../../../time/zone.ts";
import { Button, IconButton } from "../../../ui/controls/button.tsx";
import { type Segment, SegmentedControl } from "../../../ui/controls/segmented.tsx";
import { PageHeader } from "../../../ui/display/surface.tsx";
import { ChevronLeft, ChevronRight } from "../../../ui/icons.ts";

type Span = "day" | "week";

export function Week(props: {
  title: string;
  from: string;
  days: number;
  onMove: (from: string) => void;
  spans?: { value: Span; segments: readonly Segment<Span>[]; onChange: (span: Span) => void };
  children: ComponentChildren;
}) {
  const { common, wall } = useText();
  const today = useToday();
  const { title, from, days, onMove, spans } = props;
  const last = addDays(from, days - 1);
  const range =
    days === 1 ? formatDay(from, "long") : `${formatDay(from, "dateMonth")} – ${formatDay(last, "dateMonth")}`;
  const actions = (
    <>
      {spans && <SegmentedControl label={wall.span} {...spans} />}
      <IconButton aria-label={common.previous} onClick={() => onMove(addDays(from, -days))}>
        <ChevronLeft />
      </IconButton>
      <Button onClick={() => onMove(today)}>{common.today}</Button>
      <IconButton aria-label={common.next} onClick={() => onMove(addDays(from, days))}>
        <ChevronRight />
      </IconButton>
    </>
  );
  return (
    <>
      <PageHeader title={title} sub={range} actions={actions} />
      <div className="wall-week">{props.children}</div>
    </>
  );
}
