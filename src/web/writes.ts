/**
 * Imports and thereby registers the declarations of all writes, because the queue of an earlier page may contain any of
 * them.
 */
import "#web/page/undo.ts";
import "#web/features/check-ins/model/answering.ts";
import "#web/features/check-ins/model/writes.ts";
import "#web/features/calendar/model/writes.ts";
import "#web/features/chores/model/completing.ts";
import "#web/features/meals/model/copying.ts";
import "#web/features/lists/model/aisles.ts";
import "#web/features/meals/model/shopping.ts";
import "#web/features/meals/model/writes.ts";
import "#web/features/notifications/model/writes.ts";
import "#web/features/recipes/model/writes.ts";
import "#web/features/settings/writes.ts";
import "#web/features/chores/model/writes.ts";
import "#web/features/lists/model/writes.ts";
import "#web/features/tasks/model/writes.ts";
