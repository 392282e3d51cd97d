import { useIsAdult } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { AppsPart } from "./apps.tsx";
import { FeedsPart } from "./feeds.tsx";
import { FollowedPart } from "./followed.tsx";
import { ImportPart } from "./import-part.tsx";
import { subscriptionsSource } from "./sources.ts";

export function Calendars() {
  const isAdult = useIsAdult();
  return (
    <>
      <AppsPart />
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
