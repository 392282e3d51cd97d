/**
 * Imports and thereby registers the declarations of all writes, because the queue of an earlier page may contain any of
 * them.
 */
import "./app-undo.ts";
import "./features/check-ins/model/answering.ts";
import "./features/check-ins/model/writes.ts";
import "./features/calendar/model/writes.ts";
import "./features/chores/model/completing.ts";
import "./features/meals/model/copying.ts";
import "./features/lists/model/aisles.ts";
import "./features/meals/model/shopping.ts";
import "./features/meals/model/writes.ts";
import "./features/notifications/model/writes.ts";
import "./features/recipes/model/writes.ts";
import "./features/settings/writes.ts";
import "./features/chores/model/writes.ts";
import "./features/lists/model/writes.ts";
import "./features/tasks/model/writes.ts";
