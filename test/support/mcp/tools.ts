/**
 * MCP tools that the server must have, all 40: the smallest profile that includes each, and whether the tool reads,
 * adds, changes or deletes.
 */

type Kind = "reads" | "adds" | "changes or deletes";

const reads = "reads";
const adds = "adds";
const alters = "changes or deletes";

/** Tools by profile. Each profile also includes the tools of the profiles before it. */
export const designed: Readonly<Record<"core" | "standard" | "full", Readonly<Record<string, Kind>>>> = {
  core: {
    ...{ list_members: reads, list_events: reads, create_event: adds, update_event: alters, delete_event: alters },
    ...{ list_tasks: reads, create_tasks: adds, update_tasks: alters },
    ...{ list_lists: reads, add_list_items: adds, update_list_items: alters },
    ...{ list_recipes: reads, create_recipe: adds, list_meals: reads, schedule_meal: adds, list_activity: reads },
    ...{ get_today: reads, undo_change: alters, add_groceries: adds },
  },
  standard: {
    ...{ get_event: reads, delete_tasks: alters, create_list: adds, update_list: alters, delete_list_items: alters },
    ...{ update_recipe: alters, remove_meal: alters, set_list_cover: alters },
  },
  full: {
    ...{ get_agenda: reads, search: reads, find_free_time: reads },
    ...{ create_events: adds, delete_events: alters, plan_meals: adds },
    ...{ list_chores: reads, list_check_ins: reads, save_check_in: alters, delete_check_in: alters },
    ...{ delete_list: alters, archive_recipe: alters, manage_list_section: alters },
  },
};

/** Names of all MCP tools. */
export const toolNames: readonly string[] = Object.values(designed).flatMap((tools) => Object.keys(tools));
