/** Written by `bun run migration`: every migration's text, in order. The n-th brings the database to version n. */
import m0000 from "../../drizzle/0000_foundation.sql" with { type: "text" };
import m0001 from "../../drizzle/0001_identity.sql" with { type: "text" };
import m0002 from "../../drizzle/0002_calendar.sql" with { type: "text" };
import m0003 from "../../drizzle/0003_lists.sql" with { type: "text" };
import m0004 from "../../drizzle/0004_daily_life.sql" with { type: "text" };
import m0005 from "../../drizzle/0005_undo.sql" with { type: "text" };
import m0006 from "../../drizzle/0006_program_session_age_event_order.sql" with { type: "text" };

/** In order, as SQL. */
export const migrations: readonly string[] = [m0000, m0001, m0002, m0003, m0004, m0005, m0006];
