import { memo } from "preact/compat";
import { useEffect } from "preact/hooks";
import { Link } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { SectionHeader } from "../../ui/display/surface.tsx";
import { ChevronRight } from "../../ui/icons.ts";
import { prepareCelebration } from "../chores/one-by-one/celebrate.ts";
import { ChoreColumn } from "./chore-column.tsx";
import type { Column } from "./columns.ts";

/** The chores of today: a column for each person, to be ticked right here. `starsOf` tells what somebody has collected. */
export const ChoresCard = memo(function ChoresCard(props: {
  columns: readonly Column[];
  starsOf: (memberId: string) => number;
}) {
  const { common, today } = useText();
  const { columns, starsOf } = props;
  useEffect(prepareCelebration, []);
  return (
    <section className="today-chores" aria-labelledby="today-chores">
      <SectionHeader
        title={common.nav.chores}
        id="today-chores"
        actions={
          <Link href="/chores" className="today-more" aria-label={common.nav.chores}>
            <ChevronRight />
          </Link>
        }
      />
      {columns.length === 0 ? (
        <p className="card soft">{today.noChores}</p>
      ) : (
        <div className="today-columns">
          {columns.map((column) => (
            <ChoreColumn
              key={column.member?.id ?? "anyone"}
              column={column}
              stars={column.member ? starsOf(column.member.id) : null}
            />
          ))}
        </div>
      )}
    </section>
  );
});
