/** The calendar's tools, in their order within a profile. Each is in `events/`, by what it does. */
import { deleteEvent, updateEvent } from "./events/change.ts";
import { createEvent } from "./events/create.ts";
import { createEvents } from "./events/create-many.ts";
import { findFreeTime } from "./events/free-time.ts";
import { getEvent, listEvents } from "./events/read.ts";

/** See above. */
export const eventTools = [listEvents, getEvent, createEvent, updateEvent, deleteEvent, createEvents, findFreeTime];
