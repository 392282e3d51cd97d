import type { ComponentChildren } from "preact";
import { Link } from "wouter";
import { useText } from "../../i18n/catalogue.ts";
import { useIsAdult, useMembers } from "../../sync/session.ts";
import { cardClass } from "../../ui/display/surface.tsx";
import { CalendarPlus, ChevronRight, ListPlus, Star, UserPlus } from "../../ui/icons.ts";

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

function Step(props: { href: string; icon: ComponentChildren; title: string; hint: string }) {
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
