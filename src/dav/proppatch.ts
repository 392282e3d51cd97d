import type { AppContext } from "../http/request-context.ts";
import { findCollection } from "./data/collections.ts";
import { forgetProperty, keepProperty } from "./data/kept-properties.store.ts";
import { findResource } from "./data/resources.store.ts";
import { DavError } from "./errors.ts";
import { hrefElement, multistatus, propstat } from "./multistatus.ts";
import { hrefOf, type Place } from "./paths.ts";
import { D, keptNames } from "./properties.ts";
import { requireOwnPlace } from "./propfind.ts";
import { childOf, dav, escapeXml, isNamed, nameOf, tag, writeXml, type XmlElement } from "./xml.ts";

const maxValueLength = 4_096;

type Patch = { readonly element: XmlElement; readonly isRemoved: boolean };

/** All or nothing (RFC 4918 §9.2). @throws DavError 400, 404 */
export function proppatch(call: AppContext, place: Place, root: XmlElement | null): string {
  if (!root || !isNamed(root, dav, "propertyupdate")) throw new DavError(400, null);
  const patches = root.children.flatMap((each): Patch[] => {
    const isRemoved = isNamed(each, dav, "remove");
    if (!isRemoved && !isNamed(each, dav, "set")) return [];
    return (childOf(each, dav, "prop")?.children ?? []).map((element) => ({ element, isRemoved }));
  });
  if (patches.length === 0) throw new DavError(400, null);
  requireOwnPlace(place, call);
  const isFine = (patch: Patch) => isAllowed(place, patch);
  const isWhole = patches.every(isFine);
  call.write((work) => {
    if ("key" in place && !findCollection(work, call.caller, place.key)) throw new DavError(404, null);
    if (place.kind === "resource" && !findResource(work, place.key, place.name)) throw new DavError(404, null);
    if (!isWhole) return;
    const at = place.kind === "calendar" ? place.key : "";
    for (const { element, isRemoved } of patches) {
      if (isRemoved) forgetProperty(work, call.caller.id, at, nameOf(element));
      else keepProperty(work, call.caller.id, { place: at, name: nameOf(element), value: innerXml(element) });
    }
  });
  const names = (some: readonly Patch[]) => some.map(({ element }) => tag(element));
  const refused = patches.filter((each) => !isFine(each));
  const stats = isWhole
    ? [propstat(200, names(patches))]
    : [
        propstat(403, names(refused), D("cannot-modify-protected-property")),
        ...(refused.length < patches.length ? [propstat(424, names(patches.filter(isFine)))] : []),
      ];
  return multistatus([D("response", hrefElement(hrefOf(place)) + stats.join(""))]);
}

function isAllowed(place: Place, { element }: Patch): boolean {
  if (place.kind === "root" || place.kind === "resource") return false;
  const names = place.kind === "calendar" ? keptNames.calendar : keptNames.other;
  return names.includes(nameOf(element)) && innerXml(element).length <= maxValueLength;
}

function innerXml(element: XmlElement): string {
  return escapeXml(element.text) + element.children.map(writeXml).join("");
}
