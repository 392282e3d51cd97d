import type { ComponentChildren } from "preact";
import { Link } from "wouter";
import { useText } from "../../../i18n/catalogue.ts";
import { buttonClass } from "../../../ui/controls/button.tsx";
import { cardClass } from "../../../ui/display/surface.tsx";
import { ChevronRight, ClipboardList, Plug, Tablet, UserPlus } from "../../../ui/icons.ts";
import { Alone, allSteps } from "../alone.tsx";

/** It is done: what one may want to do next. */
export function DoneStep() {
  const { setup } = useText();
  const { next } = setup;
  return (
    <Alone title={setup.doneTitle} lead={setup.doneLead} step={allSteps}>
      <ul className="setup-next">
        <Next href="/lists" icon={<ClipboardList />} title={next.list} hint={next.listHint} />
        <Next href="/settings/members" icon={<UserPlus />} title={next.invite} hint={next.inviteHint} />
        <Next href="/settings/tablets" icon={<Tablet />} title={next.tablet} hint={next.tabletHint} />
        <Next href="/settings/integrations" icon={<Plug />} title={next.agent} hint={next.agentHint} />
      </ul>
      <Link href="/" className={buttonClass("primary", "l", true)}>
        {setup.goOn}
      </Link>
    </Alone>
  );
}

function Next({ href, icon, title, hint }: { href: string; icon: ComponentChildren; title: string; hint: string }) {
  return (
    <li>
      <Link href={href} className={cardClass()}>
        {icon}
        <span>
          <strong>{title}</strong>
          <span className="soft small">{hint}</span>
        </span>
        <ChevronRight />
      </Link>
    </li>
  );
}
