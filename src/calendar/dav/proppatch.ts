import { childOf, dav, escapeXml, isNamed, nameOf, tag, writeXml, type XmlElement } from "#lib/xml/xml.ts";
import type { AppContext } from "#platform/http/request-context.ts";
import { collectionsOf } from "./data/collections.ts";
import { findResource } from "./data/resources.store.ts";
import { deleteProperty, listStoredProperties, storeProperty } from "./data/stored-properties.store.ts";
import { DavError } from "./errors.ts";
import { D, hrefElement, multistatus, propstat } from "./multistatus.ts";
import { hrefOf, type Place } from "./paths.ts";
import { C, calendarTimezone, settableNames } from "./properties.ts";
import { maxNames } from "./propfind.ts";
import { definesTimeZone } from "./query/time-zone.ts";

const maxValueBytes = 4_096;

type Patch = { readonly element: XmlElement; readonly isRemoved: boolean };

/** Handles PROPPATCH: changes all properties of the request or none (RFC 4918 §9.2). @throws DavError 400, 404 */
export function proppatch(call: AppContext, place: Place, root: XmlElement | null): string {
  if (!root || !isNamed(root, dav, "propertyupdate")) throw new DavError(400, null);
  const patches = root.children.flatMap((each): Patch[] => {
    const isRemoved = isNamed(each, dav, "remove");
    if (!isRemoved && !isNamed(each, dav, "set")) return [];
    return (childOf(each, dav, "prop")?.children ?? []).map((element) => ({ element, isRemoved }));
  });
  if (patches.length === 0 || patches.length > maxNames) throw new DavError(400, null);
  const isProtected = (patch: Patch) => !isAllowed(place, patch);
  const isInvalid = (patch: Patch) => !isProtected(patch) && !isValid(patch);
  const isFine = (patch: Patch) => isAllowed(place, patch) && isValid(patch);
  const isWhole = patches.every(isFine);
  call.write((work) => {
    const keys = new Set(collectionsOf(work, call.caller).map(({ key }) => key));
    if ("key" in place && !keys.has(place.key)) throw new DavError(404, null);
    if (place.kind === "resource" && !findResource(work, place.key, place.name)) throw new DavError(404, null);
    if (!isWhole) return;
    const at = place.kind === "calendar" ? place.key : "";
    const { id } = call.caller;
    for (const { place, name } of listStoredProperties(work, id)) {
      if (place !== "" && !keys.has(place)) deleteProperty(work, id, place, name);
    }
    for (const { element, isRemoved } of patches) {
      if (isRemoved) deleteProperty(work, id, at, nameOf(element));
      else storeProperty(work, id, { place: at, name: nameOf(element), value: innerXml(element) });
    }
  });
  const statsOf = (status: number, which: (patch: Patch) => boolean, error = "") => {
    const names = patches.filter(which).map(({ element }) => tag(element));
    return names.length === 0 ? [] : [propstat(status, names, error)];
  };
  const stats = [
    ...statsOf(403, isProtected, D("cannot-modify-protected-property")),
    ...statsOf(403, isInvalid, C("valid-calendar-data")),
    ...statsOf(isWhole ? 200 : 424, isFine),
  ];
  return multistatus([D("response", hrefElement(hrefOf(place)) + stats.join(""))]);
}

function isAllowed(place: Place, { element }: Patch): boolean {
  if (place.kind === "root" || place.kind === "resource") return false;
  const names = place.kind === "calendar" ? settableNames.calendar : settableNames.other;
  return names.includes(nameOf(element)) && Buffer.byteLength(innerXml(element)) <= maxValueBytes;
}

function isValid({ element, isRemoved }: Patch): boolean {
  return isRemoved || nameOf(element) !== calendarTimezone || definesTimeZone(element.text);
}

function innerXml(element: XmlElement): string {
  return escapeXml(element.text) + element.children.map(writeXml).join("");
}
