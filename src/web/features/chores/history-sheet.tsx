import { addDays } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useMembers, useToday } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatRelativeDay } from "#web/time/format.ts";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { Check } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { agendaSource } from "../calendar/model/agenda.ts";
import { type ChoreOccurrence, choreKey, occurrencesOn } from "./model/occurrences.ts";
import { scheduleInWords } from "./model/schedule.ts";
import type { Chore } from "./model/source.ts";
import { Stars } from "./parts/stars.tsx";

const days = 14;

/** Sheet with the history of a chore: the last two weeks, latest day first. */
export function HistorySheet({ chore, onClose }: { chore: Chore; onClose: () => void }) {
  const { choreBoard } = useText();
  const today = useToday();
  const { data, error, refetch } = useSource(agendaSource, { from: addDays(today, 1 - days), days });
  const occurrences = data?.days.flatMap((day) => occurrencesOn([chore], day.chores)).reverse();
  // A late one-time chore is listed on its own date and on today.
  const each = occurrences && [
    ...new Map(occurrences.map((occurrence) => [choreKey(occurrence), occurrence])).values(),
  ];
  return (
    <Sheet open onClose={onClose} title={choreBoard.past.title(chore.name)} sub={scheduleInWords(chore)}>
      {each?.length === 0 && <p className="soft">{choreBoard.past.none}</p>}
      <Loaded read={{ data: each, error, refetch }} count={5} height="2.75rem">
        {(past) => (
          <ul className="chores-past">
            {past.map((occurrence) => (
              <PastRow key={choreKey(occurrence)} occurrence={occurrence} today={today} />
            ))}
          </ul>
        )}
      </Loaded>
    </Sheet>
  );
}

function PastRow({
  occurrence: { completion, date, memberId },
  today,
}: {
  occurrence: ChoreOccurrence;
  today: string;
}) {
  const { choreBoard, common } = useText();
  const members = useMembers();
  const completedBy = members.find(({ id }) => id === completion?.memberId);
  const turn = members.find(({ id }) => id === memberId);
  return (
    <li className="chores-past-row">
      <time dateTime={date}>{formatRelativeDay(date, today, common)}</time>
      {completion ? (
        <span className="chores-past-who">
          {completedBy && <Avatar person={completedBy} size="s" decorative />}
          <span>{completedBy?.name ?? "–"}</span>
          {turn && completedBy && turn.id !== completedBy.id && (
            <span className="soft small">{choreBoard.past.turn(turn.name)}</span>
          )}
          <Check className="chores-past-tick" />
          <Stars count={completion.stars} />
        </span>
      ) : (
        <span className="chores-past-who soft">
          {turn && <Avatar person={turn} size="s" />}
          <span>{choreBoard.past.open}</span>
        </span>
      )}
    </li>
  );
}
