/** The calendar's tools, in their order within a profile. Each is in `events/`, by what it does. */
import { deleteEvent, updateEvent } from "./change.ts";
import { createEvent } from "./create.ts";
import { createEvents } from "./create-many.ts";
import { findFreeTime } from "./free-time.ts";
import { getEvent, listEvents } from "./read.ts";

/** See above. */
export const eventTools = [listEvents, getEvent, createEvent, updateEvent, deleteEvent, createEvents, findFreeTime];
