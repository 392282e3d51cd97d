import { memo } from "preact/compat";
import { useRef } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { Avatar } from "../../people/avatar.tsx";
import { isColorKey, personAttributes, personHex } from "../../people/person-color.ts";
import { useMembers } from "../../sync/session.ts";
import { ProgressRing } from "../../ui/display/progress-ring.tsx";
import { Star } from "../../ui/icons.ts";
import { celebrate } from "../chores/one-by-one/celebrate.ts";
import { ChoreButton } from "./chore-button.tsx";
import { type Column, turnKey } from "./columns.ts";
import { type Turn, useTickTurn } from "./ticking.ts";

/** One person's chores of the day, with how many are done; or what anybody may do. `level`: of the heading, 3 as a rule. */
export const ChoreColumn = memo(function ChoreColumn(props: { column: Column; stars: number | null; level?: 2 | 3 }) {
  const { stars, level } = props;
  const { member, turns } = props.column;
  const Heading = level === 2 ? "h2" : "h3";
  const { today } = useText();
  const members = useMembers();
  const tick = useTickTurn();
  const place = useRef<HTMLElement>(null);
  const done = turns.filter(({ completed }) => completed).length;
  const name = member?.name ?? today.anyone;
  const press = (turn: Turn, card: Element) =>
    tick(turn, (memberId) => {
      const color = members.find(({ id }) => id === memberId)?.color ?? "";
      const isAll = member !== null && done + 1 === turns.length;
      void celebrate(isAll ? (place.current ?? card) : card, isColorKey(color) ? [personHex[color]] : [], isAll);
    });
  return (
    <article ref={place} className="today-column" aria-label={name} {...personAttributes(member?.color)}>
      <header className="today-column-header">
        <ProgressRing label={today.progress(name)} done={done} total={turns.length} color={member?.color ?? null}>
          {member ? <Avatar person={member} size="m" decorative /> : <span className="today-anyone">🙌</span>}
        </ProgressRing>
        <Heading>{name}</Heading>
        {stars !== null && (
          <span className="today-stars">
            <Star aria-hidden="true" />
            <span role="img" aria-label={today.stars(stars)}>
              {stars}
            </span>
          </span>
        )}
      </header>
      <ul className="today-chore-list">
        {turns.map((turn) => (
          <li key={turnKey(turn)}>
            <ChoreButton turn={turn} owner={name} onPress={(card) => press(turn, card)} />
          </li>
        ))}
      </ul>
      {done === turns.length && member && <p className="today-all-done">{today.allDone}</p>}
    </article>
  );
});
