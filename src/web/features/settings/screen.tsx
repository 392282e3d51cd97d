import type { ComponentType } from "preact";
import { Link, Redirect } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { NotFound } from "#web/shell/not-found.tsx";
import { ScreenBoundary, ScreenOutline } from "#web/shell/screen-boundary.tsx";
import { useViewer } from "#web/sync/session.ts";
import { PageHeader } from "#web/ui/display/surface.tsx";
import { ArrowLeft, ChevronRight } from "#web/ui/icons.ts";
import { About } from "./about/about.tsx";
import { Calendars } from "./calendars/calendars.tsx";
import { HouseholdPart } from "./household.tsx";
import { Integrations } from "./keys/integrations.tsx";
import { Members } from "./members/members.tsx";
import { type PartName, partNames, partsFor, settingsParts } from "./model/parts.ts";
import { Notifications } from "./notifications/notifications.tsx";
import { Server } from "./server/server.tsx";
import { Tablets } from "./tablets/tablets.tsx";
import { You } from "./you/you.tsx";

const views: Record<PartName, ComponentType> = {
  you: You,
  notifications: Notifications,
  members: Members,
  household: HouseholdPart,
  calendars: Calendars,
  tablets: Tablets,
  integrations: Integrations,
  server: Server,
  about: About,
};

/** Screen of settings. The role of the viewer decides which parts are shown. */
export function SettingsScreen({ part }: { part: string | null }) {
  const { settings, common } = useText();
  const viewer = useViewer();
  const shown = part === null ? "you" : partNames.find((name) => name === part);
  if (!viewer) return <ScreenOutline />;
  if (!shown) return <NotFound />;
  const parts = partsFor(viewer.role);
  if (!parts.includes(shown)) return <Redirect to="/settings/you" replace />;
  const View = views[shown];
  const isOverview = part === null;
  return (
    <div className="settings" data-overview={isOverview || undefined}>
      {!isOverview && (
        <Link href="/settings" className="settings-link settings-back">
          <ArrowLeft />
          {common.nav.settings}
        </Link>
      )}
      <PageHeader title={isOverview ? common.nav.settings : settings.parts[shown]} />
      <Parts current={shown} names={parts} />
      <div className="settings-content">
        <ScreenBoundary key={shown}>
          <View />
        </ScreenBoundary>
      </div>
    </div>
  );
}

function Parts({ current, names }: { current: PartName; names: readonly PartName[] }) {
  const { settings, common } = useText();
  return (
    <nav className="settings-nav" aria-label={common.nav.settings}>
      <ul>
        {names.map((name) => {
          const Icon = settingsParts[name].icon;
          return (
            <li key={name}>
              <Link href={`/settings/${name}`} aria-current={name === current ? "page" : undefined}>
                <Icon />
                <span>
                  <strong>{settings.parts[name]}</strong>
                  <span className="soft small">{settings.partHints[name]}</span>
                </span>
                <ChevronRight />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
