import { useLocation } from "wouter";
import { useIsAdult } from "#web/sync/session.ts";
import { AccountsPart } from "../accounts/accounts.tsx";
import { GoogleReturn, returnPath } from "../accounts/google-sheet.tsx";
import { AppsPart } from "./apps.tsx";
import { FeedsPart } from "./feeds.tsx";
import { FollowedPart } from "./followed.tsx";
import { ImportPart } from "./import-part.tsx";

export function Calendars() {
  const isAdult = useIsAdult();
  const [path] = useLocation();
  return (
    <>
      {path === returnPath && <GoogleReturn />}
      <AppsPart />
      <AccountsPart />
      {isAdult && (
        <>
          <FeedsPart />
          <FollowedPart />
          <ImportPart />
        </>
      )}
    </>
  );
}
