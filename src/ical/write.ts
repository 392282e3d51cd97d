export type RenderedObject = any;
export const renderObject = (..._: any[]): any => ({ components: [], zones: [] });
export const renderCalendar = (..._: any[]): string => "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
