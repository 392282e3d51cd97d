import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { useMembers } from "../../sync/session.ts";
import { formatRelativeDay, formatTime } from "../../time/format.ts";
import { useToday } from "../../time/zone.ts";
import { Check, Star } from "../../ui/icons.ts";
import { completionOf, type Turn, useMayTick } from "./ticking.ts";

/** A chore's card: all of it is to tap. */
export function ChoreButton(props: { turn: Turn; owner: string; onPress: (card: Element) => void }) {
  const { today } = useText();
  const day = useToday();
  const members = useMembers();
  const may = useMayTick();
  const { turn } = props;
  const doer = completionOf(turn)?.memberId ?? null;
  const helper = doer !== null && doer !== turn.memberId ? members.find(({ id }) => id === doer) : undefined;
  const shownDoer = turn.assignment === "anyone" ? members.find(({ id }) => id === doer) : helper;
  const late = turn.date < day ? formatRelativeDay(turn.date, day) : null;
  const hint = late ?? (turn.dueTime === null ? null : formatTime(turn.dueTime));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card with much in it, ticked as one
    <button
      type="button"
      role="checkbox"
      aria-checked={turn.completed}
      aria-label={`${turn.name}, ${props.owner}`}
      aria-disabled={!may.turn(turn)}
      className="today-chore"
      onClick={(event) => may.turn(turn) && props.onPress(event.currentTarget)}
    >
      <span className="today-chore-emoji" aria-hidden="true">
        {turn.emoji}
      </span>
      <span className="today-chore-text">
        <span className="today-chore-name">{turn.name}</span>
        <span className="today-chore-hint">
          {hint !== null && <span className={late === null ? undefined : "today-late"}>{hint}</span>}
          {turn.stars > 0 && (
            <span className="today-chore-stars" role="img" aria-label={today.stars(turn.stars)}>
              <Star /> {turn.stars}
            </span>
          )}
        </span>
      </span>
      {turn.completed && shownDoer ? <Avatar person={shownDoer} size="s" /> : <Tick />}
    </button>
  );
}

function Tick() {
  return (
    <span className="today-chore-tick" aria-hidden="true">
      <Check />
    </span>
  );
}
