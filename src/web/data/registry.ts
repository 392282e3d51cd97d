/** Every write that there is, known from the start: what an earlier page left unsent may be any of them. */
import "../activity/undo.ts";
import "../check-ins/answering.ts";
import "../check-ins/writes.ts";
import "../calendar/writes.ts";
import "../chores/completing.ts";
import "../meals/copying.ts";
import "../meals/groceries.ts";
import "../meals/writes.ts";
import "../recipes/writes.ts";
import "../settings/writes.ts";
import "../chores/writes.ts";
import "../lists/writes.ts";
import "../tasks/writes.ts";
