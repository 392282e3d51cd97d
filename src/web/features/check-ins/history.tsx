import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { type Member, useHousehold, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay, formatRelativeDay, formatTime } from "#web/time/format.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Card, VisuallyHidden } from "#web/ui/display/surface.tsx";
import { ChevronLeft, ChevronRight } from "#web/ui/icons.ts";
import { personAttributes } from "#web/ui/person-color.ts";
import { DaySheet } from "./day-sheet.tsx";
import { type Cell, historyRows, linesOf, pageOf, type Row } from "./model/history.ts";
import { type CheckIn, olderAnswers } from "./model/source.ts";
import { useAnswers } from "./model/use-check-ins.ts";
import { useWording } from "./model/wording.ts";

/**
 * History of answers. If `who` is null, the history has all members who were asked on the shown days, and begins with
 * the viewer. Otherwise, the history has only the member `who`. The server gives children and guests only their own
 * answers.
 */
export function CheckInHistory({ checkIns, who }: { checkIns: readonly CheckIn[]; who: Member | null }) {
  const { checkInScreen } = useText();
  const today = useToday();
  const { timeZone } = useHousehold();
  const members = useMembers();
  const viewer = useViewer();
  const [page, setPage] = useState(0);
  const range = pageOf(today, page);
  const answers = useAnswers(range, { keepsFormer: true }) ?? [];
  const { data: older } = useSource(olderAnswers, { before: range.from, memberId: who?.id ?? null });
  const [open, setOpen] = useState<{ member: Member; date: string } | null>(null);
  const inOrder = who ? [who] : [...members].sort((a, b) => Number(b.id === viewer?.id) - Number(a.id === viewer?.id));
  const shown = inOrder
    .map((member) => ({ member, rows: historyRows(member.id, range, { checkIns, answers, timeZone }) }))
    .filter(({ rows }) => rows.length > 0);
  if (shown.length === 0 && page === 0 && !older?.exists) return null;
  return (
    <section className="check-ins-part" aria-labelledby="check-in-history">
      <h2 id="check-in-history">{checkInScreen.history}</h2>
      <div className="check-ins-pager">
        <IconButton aria-label={checkInScreen.earlier} disabled={!older?.exists} onClick={() => setPage(page + 1)}>
          <ChevronLeft />
        </IconButton>
        <span aria-live="polite">{page === 0 ? checkInScreen.lastDays : formatDay(range.from, "month")}</span>
        <IconButton aria-label={checkInScreen.later} disabled={page === 0} onClick={() => setPage(page - 1)}>
          <ChevronRight />
        </IconButton>
      </div>
      <p className="soft small">{checkInScreen.historyHint}</p>
      {shown.length === 0 && <p className="soft">{checkInScreen.noAnswer}</p>}
      <div className="check-ins-strips">
        {shown.map(({ member, rows }) => (
          <MemberHistory
            key={member.id}
            member={member}
            rows={rows}
            range={range}
            onOpen={(date) => setOpen({ member, date })}
          />
        ))}
      </div>
      {open && (
        <DaySheet
          {...open}
          checkIns={checkIns}
          answers={answers.filter(({ memberId, date }) => memberId === open.member.id && date === open.date)}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

function MemberHistory(props: {
  member: Member;
  rows: readonly Row[];
  range: { from: string; to: string };
  onOpen: (date: string) => void;
}) {
  const { member, rows, range, onOpen } = props;
  const days = rows[0]?.cells.map(({ date }) => date) ?? [];
  const today = useToday();
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another month begins at its end, too
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current) current.scrollLeft = document.dir === "rtl" ? -current.scrollWidth : current.scrollWidth;
  }, [range.from]);
  return (
    <Card className="check-ins-strip" {...personAttributes(member.color)}>
      <h3>
        <Avatar person={member} size="s" decorative />
        {member.name}
      </h3>
      <div ref={scroller} className="check-ins-scroller">
        <div className="check-ins-table" style={{ "--days": days.length }}>
          <div className="check-ins-row soft" aria-hidden="true">
            {days.map((date) => (
              <span key={date} className={cx("check-ins-weekday", date === today && "check-ins-today")}>
                {formatDay(date, "weekday")}
                <span>{formatDay(date, "date")}</span>
              </span>
            ))}
          </div>
          {rows.map((row) => (
            <HistoryRow key={row.key} row={row} rows={rows} member={member} onOpen={onOpen} />
          ))}
        </div>
      </div>
    </Card>
  );
}

function HistoryRow(props: { row: Row; rows: readonly Row[]; member: Member; onOpen: (date: string) => void }) {
  const { checkInScreen } = useText();
  const { row, rows, member, onOpen } = props;
  const today = useToday();
  const wording = useWording(member.id);
  const isAlone = rows.filter(({ name, question }) => name === row.name && question === row.question).length === 1;
  const name = row.name ?? wording.question(row);
  const label = isAlone ? name : `${name} · ${formatTime(row.time)}`;
  return (
    <>
      <p className="check-ins-row-label" aria-hidden="true">
        {label}
      </p>
      <div className="check-ins-plot">
        <svg
          className="check-ins-line"
          viewBox={`0 0 ${row.cells.length} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {linesOf(row.cells).map((line) => (
            <polyline key={line[0]?.day} points={line.map(({ day, rank }) => `${day + 0.5},${rank}`).join(" ")} />
          ))}
        </svg>
        <ul className="check-ins-row" aria-label={checkInScreen.rowOf(member.name, label)}>
          {row.cells.map((cell) => (
            <Day key={cell.date} cell={cell} today={today} onOpen={() => onOpen(cell.date)} />
          ))}
        </ul>
      </div>
    </>
  );
}

function Day({ cell, today, onOpen }: { cell: Cell; today: string; onOpen: () => void }) {
  const { checkInScreen, common } = useText();
  const { date, state, answer, rank } = cell;
  const day = formatRelativeDay(date, today, common);
  if (state === "notAsked") {
    return (
      <li>
        <VisuallyHidden>{`${day}: ${checkInScreen.notAsked}`}</VisuallyHidden>
        <span className="check-ins-not-asked" aria-hidden="true" />
      </li>
    );
  }
  const said = answer && (answer.note ? `${answer.face.label} (${answer.note})` : answer.face.label);
  return (
    <li>
      <button type="button" className="check-ins-day" onClick={onOpen}>
        <VisuallyHidden>{`${day}: ${said ?? checkInScreen.noAnswer}`}</VisuallyHidden>
        {answer ? (
          <span
            className={cx("check-ins-face", answer.note && "check-ins-noted")}
            style={{ "--rank": rank ?? 0.5 }}
            aria-hidden="true"
          >
            {answer.face.emoji}
          </span>
        ) : (
          <span className="check-ins-blank" aria-hidden="true" />
        )}
      </button>
    </li>
  );
}
