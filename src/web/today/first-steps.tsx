import type { ReactNode } from "react";
import { Link } from "wouter";
import { useIsAdult, useMembers } from "../data/session.ts";
import { useText } from "../text/catalogue.ts";
import { CalendarPlus, ChevronRight, ListPlus, Star, UserPlus } from "../ui/icons.ts";
import { cardClass } from "../ui/surface.tsx";

/** What a household that has nothing yet can begin with. */
export function FirstSteps() {
  const { today } = useText();
  const isAlone = useMembers().length < 2;
  // Chores and members are for adults to make.
  const isAdult = useIsAdult();
  const { steps } = today;
  return (
    <section className="today-steps" aria-labelledby="today-steps">
      <h2 id="today-steps">{steps.title}</h2>
      <p className="soft">{steps.hint}</p>
      <ul>
        {isAdult && isAlone && <Step href="/settings/members" icon={<UserPlus />} {...steps.member} />}
        <Step href="/calendar" icon={<CalendarPlus />} {...steps.event} />
        <Step href="/tasks" icon={<ListPlus />} {...steps.task} />
        {isAdult && <Step href="/chores" icon={<Star />} {...steps.chore} />}
        {isAdult && !isAlone && <Step href="/settings/members" icon={<UserPlus />} {...steps.member} />}
      </ul>
    </section>
  );
}

function Step(props: { href: string; icon: ReactNode; title: string; hint: string }) {
  return (
    <li>
      <Link href={props.href} className={`${cardClass()} today-step`}>
        <span className="today-step-icon">{props.icon}</span>
        <span>
          <strong>{props.title}</strong>
          <span className="soft small">{props.hint}</span>
        </span>
        <ChevronRight />
      </Link>
    </li>
  );
}
