import { memo } from "preact/compat";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { personAttributes } from "../../people/person-color.ts";
import { useMembers, useViewer } from "../../sync/session.ts";
import { formatDay, formatTime } from "../../time/format.ts";
import { useNow } from "../../time/zone.ts";

/** The clock, the date, a greeting, and whose day it is that is shown. */
export const TodayHeader = memo(function TodayHeader(props: {
  chosen: string | null;
  onChoose: (memberId: string | null) => void;
}) {
  const { today } = useText();
  const { day, time } = useNow();
  const viewer = useViewer();
  return (
    <header className="today-header">
      <time className="today-clock" dateTime={time}>
        {formatTime(time)}
      </time>
      <div className="today-date">
        <h1 tabIndex={-1}>{formatDay(day, "long")}</h1>
        <p>{greeting(time, today, viewer?.name ?? null)}</p>
      </div>
      <People {...props} />
    </header>
  );
});

function People({ chosen, onChoose }: { chosen: string | null; onChoose: (memberId: string | null) => void }) {
  const { today } = useText();
  const members = useMembers();
  if (members.length < 2) return null;
  return (
    <fieldset className="today-people">
      <legend className="visually-hidden">{today.whose}</legend>
      {members.map((member) => (
        <button
          key={member.id}
          type="button"
          className="today-person"
          aria-pressed={member.id === chosen}
          aria-label={member.name}
          title={member.name}
          onClick={() => onChoose(member.id === chosen ? null : member.id)}
          {...personAttributes(member.color)}
        >
          <Avatar person={member} decorative />
        </button>
      ))}
    </fieldset>
  );
}

type Words = ReturnType<typeof useText>["today"];

function greeting(time: string, { greetings }: Words, name: string | null): string {
  if (time < "05:00") return greetings.night(name);
  if (time < "12:00") return greetings.morning(name);
  if (time < "18:00") return greetings.afternoon(name);
  return greetings.evening(name);
}
