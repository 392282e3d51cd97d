/** Every write that there is, known from the start: what an earlier page left unsent may be any of them. */
import "../activity/undo.ts";
import "../calendar/writes.ts";
import "../chores/completing.ts";
import "../tasks/writes.ts";
