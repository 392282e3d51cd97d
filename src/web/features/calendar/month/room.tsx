/** Measures how many events fit into a day of the month view, and which titles need two lines there. */
import type { RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useMembers } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { faceCount, peopleOf } from "../grid/event-look.tsx";
import type { Occurrence } from "../model/occurrence.ts";
import { isBar, timeOf } from "../model/span.ts";

/** Room of a day: the number of rows of events, and whether the title of an event needs a second line. */
export type Room = { readonly rows: number; readonly isLong: (occurrence: Occurrence) => boolean };

/** Lengths in CSS pixels, and the font of the titles. `time` and `face` are 0 if no times or faces are shown. */
type Lengths = {
  readonly line: number;
  readonly time: number;
  readonly face: number;
  readonly nextFace: number;
  readonly font: string;
  /** Whether the browser has the app's font: `loaded`, or `loading`. */
  readonly fonts: string;
};

const noLengths: Lengths = { line: Number.POSITIVE_INFINITY, time: 0, face: 0, nextFace: 0, font: "", fonts: "" };

/** All events are printed, each on one line, because days on paper are wider or narrower than those on the screen. */
const onPaper: Room = { rows: Number.POSITIVE_INFINITY, isLong: () => false };

/** Measures the room of the days. */
export function useRoom(area: RefObject<HTMLElement | null>, weeks: number): Room {
  const members = useMembers();
  const [rows, setRows] = useState(3);
  const [lengths, setLengths] = useState(noLengths);
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const change = ({ type }: Event) => setPrinted(type === "beforeprint");
    const types = ["beforeprint", "afterprint"];
    for (const type of types) addEventListener(type, change);
    return () => {
      for (const type of types) removeEventListener(type, change);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more weeks are lower
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => {
      const week = element.querySelector(".calendar-week");
      const ruler = element.querySelector(".calendar-ruler");
      if (!week || !ruler) return;
      const { top, height } = ruler.getBoundingClientRect();
      const room = week.getBoundingClientRect().bottom - top;
      setRows(Math.max(2, Math.floor(room / height)));
      const measured = lengthsOf(ruler);
      setLengths((known) => (JSON.stringify(known) === JSON.stringify(measured) ? known : measured));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    // Titles are wider or narrower in the app's font, once the browser has it.
    void document.fonts.ready.then(measure);
    return () => observer.disconnect();
  }, [area, weeks]);
  const isLong = useMemo(() => {
    const { line, time, face, nextFace, font } = lengths;
    const context = document.createElement("canvas").getContext("2d");
    if (context) context.font = font;
    return (occurrence: Occurrence) => {
      const { event, span } = occurrence;
      const faces = faceCount(occurrence, peopleOf(event.memberIds, members), members);
      const taken = (isBar(span) ? 0 : time) + (faces === 0 ? 0 : face + (faces - 1) * nextFace);
      return (context?.measureText(event.title).width ?? 0) > line - taken;
    };
  }, [lengths, members]);
  return isPrinted ? onPaper : { rows, isLong };
}

/** Invisible event of the first day of a week, from which lengths are measured. */
export function Ruler() {
  return (
    <span className="calendar-ruler" aria-hidden="true">
      <span className="calendar-bar calendar-bar-timed">
        <span className="calendar-bar-text">
          <time className="calendar-bar-time">{formatTime(timeOf(20 * 60))}</time>
          <span className="calendar-bar-title" />
        </span>
        <span className="avatars">
          <span className="avatar avatar-xs" />
          <span className="avatar avatar-xs" />
        </span>
      </span>
    </span>
  );
}

function lengthsOf(ruler: Element): Lengths {
  const widthIn = (selector: string) => ruler.querySelector(selector)?.getBoundingClientRect().width ?? 0;
  const title = ruler.querySelector(".calendar-bar-title");
  const [first, second] = [...ruler.querySelectorAll(".avatar")].map((each) => each.getBoundingClientRect());
  const gap = 4;
  const time = widthIn(".calendar-bar-time");
  const faces = widthIn(".avatars");
  const nextFace = first && second?.width ? Math.abs(second.x - first.x) : 0;
  const timeRoom = time && time + gap;
  return {
    line: widthIn(".calendar-bar-text") + (faces && faces + gap),
    time: timeRoom,
    face: faces && faces + gap - nextFace,
    nextFace,
    font: title ? getComputedStyle(title).font : "",
    fonts: document.fonts.status,
  };
}
