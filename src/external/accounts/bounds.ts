import { growthOf, takeRoom } from "../../calendars/capacity.store.ts";
import { findObject } from "../../calendars/objects.store.ts";
import { isTooLarge, smallestTooLarge } from "../../ical/bounds.ts";
import { objectFrom } from "../../ical/objects.ts";
import { nothingOf, subjectOf } from "../../ical/read.ts";
import { remark } from "../../ical/remarks.ts";
import type { RemoteObject } from "../remote.ts";
import { findLinkOf } from "./links.store.ts";
import type { Place } from "./objects.ts";

/** Returns false, with a remark, for an object that is too large or finds the household's calendar full. What is there stays. */
export function isWithinBounds({ work, calendar, remarks }: Place, { id, text }: RemoteObject): boolean {
  const object = text.length < smallestTooLarge ? null : objectFrom(text);
  if (object && isTooLarge(object, text)) {
    remarks.set(object.uid, nothingOf(object).remarks);
    return false;
  }
  const objectId = findLinkOf(work, calendar.id, id)?.objectId ?? null;
  const kept = objectId === null ? null : findObject(work, objectId);
  if (takeRoom(work, growthOf(kept, { ics: text }))) return true;
  const refused = object ?? objectFrom(text);
  if (!refused) return true;
  remarks.set(refused.uid, [remark("calendar_full", undefined, subjectOf(refused.uid, refused.components[0]))]);
  return false;
}
