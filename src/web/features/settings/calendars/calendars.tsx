import { useSource } from "../../../sync/use-source.ts";
import { FeedsPart } from "./feeds.tsx";
import { FollowedPart } from "./followed.tsx";
import { ImportPart } from "./import-part.tsx";
import { subscriptionsSource } from "./sources.ts";

export function Calendars() {
  const subscriptions = useSource(subscriptionsSource, {});
  return (
    <>
      <FeedsPart followed={subscriptions.data?.subscriptions ?? []} />
      <FollowedPart read={subscriptions} />
      <ImportPart />
    </>
  );
}
