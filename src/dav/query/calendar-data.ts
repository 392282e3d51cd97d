import type { Home } from "../../ical/read.ts";
import type { XmlElement } from "../xml.ts";
export type DataRequest = { element: XmlElement };
export function readCalendarData(element: XmlElement): DataRequest {
  return { element };
}
export function shapeCalendarData(_: DataRequest, text: string, __: Home): string {
  return text;
}
