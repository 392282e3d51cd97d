import { useLocation } from "wouter";
import { useIsAdult } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { AccountsPart } from "../accounts/accounts.tsx";
import { GoogleReturn, returnPath } from "../accounts/google-sheet.tsx";
import { AppsPart } from "./apps.tsx";
import { FeedsPart } from "./feeds.tsx";
import { FollowedPart } from "./followed.tsx";
import { ImportPart } from "./import-part.tsx";
import { subscriptionsSource } from "./sources.ts";

export function Calendars() {
  const isAdult = useIsAdult();
  const [path] = useLocation();
  return (
    <>
      {path === returnPath && <GoogleReturn />}
      <AppsPart />
      <AccountsPart />
      {isAdult && <HouseholdCalendars />}
    </>
  );
}

function HouseholdCalendars() {
  const subscriptions = useSource(subscriptionsSource, {});
  return (
    <>
      <FeedsPart followed={subscriptions.data?.subscriptions ?? []} />
      <FollowedPart read={subscriptions} />
      <ImportPart />
    </>
  );
}
