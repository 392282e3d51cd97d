/** Today: what is on, who does what, what is for dinner; everything is done right here. */

import { useText } from "../../i18n/catalogue.ts";
import { mayActForAll, useIsShared } from "../../people/actor.ts";
import { WhoAsked } from "../../people/who-asked.tsx";
import { useOverlay } from "../../shell/use-overlay.ts";
import { useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { addDays } from "../../time/days.ts";
import { useToday } from "../../time/zone.ts";
import { cx } from "../../ui/cx.ts";
import { Banner, ErrorNotice } from "../../ui/display/notice.tsx";
import { type Agenda, agendaSource } from "../calendar/model/agenda.ts";
import { choresSource } from "../chores/model/source.ts";
import { Board } from "./board.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { TodayHeader } from "./header.tsx";
import { TodayOutline } from "./outline.tsx";

/** Today. `onYou`: for a shared tablet, see {@link Board}. */
export function TodayScreen({ onYou }: { onYou?: (memberId: string) => void }) {
  const { common } = useText();
  const today = useToday();
  const viewer = useViewer();
  const isShared = useIsShared();
  const {
    value: { for: chosen },
    replace,
  } = useOverlay("for");
  // What was read yesterday has today in it: the day turns at midnight, with or without the server.
  const { data: agenda, error, refetch } = useSource(agendaSource, { from: today, days: 2 }, { keepsFormer: true });
  const { data: chores, error: choresError } = useSource(choresSource, {});
  const day = agenda?.days.find(({ date }) => date === today);
  const isChild = viewer !== null && !mayActForAll(viewer);
  const hasNoChores = chores ? chores.chores.length === 0 : choresError === null;
  const isQuiet = !isShared && agenda !== undefined && day !== undefined && isEmpty(agenda) && hasNoChores;
  const { data: fortnight, error: unsure } = useSource(agendaSource, isQuiet ? { from: today, days: 14 } : null);
  const isNew = isQuiet && chores !== undefined && fortnight !== undefined && isEmpty(fortnight);
  // Until it is known whether there is anything at all, neither the board nor the first steps would be sure to stay.
  const isUnsure = isQuiet && (!chores || !fortnight) && unsure === null;
  return (
    <div className={cx("today", isChild && "today-child")}>
      <TodayHeader chosen={chosen} onChoose={(memberId) => replace({ for: memberId })} />
      {agenda?.truncated && <Banner>{common.tooManyEvents}</Banner>}
      {day && agenda && !isNew && !isUnsure && (
        <Board
          day={day}
          tomorrow={agenda.days.find(({ date }) => date === addDays(today, 1))}
          overdue={agenda.overdueTasks}
          chores={chores}
          chosen={chosen}
          first={isChild ? viewer.id : null}
          onYou={onYou}
        />
      )}
      {isNew && <FirstSteps />}
      {isUnsure && <TodayOutline />}
      {!day && (error ? <ErrorNotice title={common.couldNotLoad} onRetry={refetch} /> : <TodayOutline />)}
      {!isShared && <WhoAsked />}
    </div>
  );
}

function isEmpty({ days, overdueTasks }: Agenda): boolean {
  return (
    overdueTasks.length === 0 &&
    days.every(({ events, tasks, chores, checkIns, meals }) =>
      [events, tasks, chores, checkIns, meals].every((each) => each.length === 0),
    )
  );
}
