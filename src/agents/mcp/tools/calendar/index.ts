import { deleteEvent, updateEvent } from "./change.ts";
import { createEvent } from "./create.ts";
import { createEvents } from "./create-many.ts";
import { deleteEvents } from "./delete-many.ts";
import { findFreeTime } from "./free-time.ts";
import { getEvent, listEvents } from "./read.ts";

export const eventTools = [
  listEvents,
  getEvent,
  createEvent,
  updateEvent,
  deleteEvent,
  createEvents,
  deleteEvents,
  findFreeTime,
];
