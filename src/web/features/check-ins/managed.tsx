import { useText } from "../../i18n/catalogue.ts";
import { AvatarStack } from "../../people/avatar.tsx";
import { useMembers } from "../../sync/session.ts";
import { formatNames, formatTime } from "../../time/format.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { Card } from "../../ui/display/surface.tsx";
import { ChevronRight } from "../../ui/icons.ts";
import type { CheckIn } from "./model/source.ts";
import { spokenDays } from "./model/weekdays.ts";

/** What is asked, whom and when; for adults, to change it. */
export function ManagedCheckIns(props: { checkIns: readonly CheckIn[]; onEdit: (id: string) => void }) {
  const { checkInScreen } = useText();
  const members = useMembers();
  return (
    <section className="check-ins-part" aria-labelledby="managed-check-ins">
      <h2 id="managed-check-ins">{checkInScreen.managed}</h2>
      <Card flush>
        <ul className="check-ins-managed">
          {props.checkIns.map((each) => (
            <li key={each.id}>
              <button type="button" onClick={() => props.onEdit(each.id)}>
                <span className="check-ins-large" aria-hidden="true">
                  {each.faces[0]?.emoji}
                </span>
                <span className="check-ins-answer">
                  <strong>{each.name}</strong>
                  {each.question !== each.name && <span>{each.question}</span>}
                  <span className="soft small">{scheduleOf(each)}</span>
                </span>
                {!each.active && <Chip tone="warn">{checkInScreen.paused}</Chip>}
                <AvatarStack people={members.filter(({ id }) => each.assigneeIds.includes(id))} />
                <ChevronRight />
              </button>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function scheduleOf({ daysOfWeek, times }: CheckIn): string {
  const spoken = times.map(({ time, label }) => (label ? `${label} (${formatTime(time)})` : formatTime(time)));
  return `${spokenDays(daysOfWeek)} · ${formatNames(spoken)}`;
}
