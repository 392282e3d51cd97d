/** Test household whose recipes and meals MCP tools read and change. */

import { homeWithMeals } from "../records/meals.ts";
import { whole, withMcpClient } from "./mcp.ts";

/**
 * Creates a household with recipes and meals and an MCP client. The time is Friday 27 November 2026, 10:00 in Berlin.
 */
export async function mcpKitchen() {
  const home = await homeWithMeals();
  const speaks = { ...home, ...withMcpClient(home) };
  const recipes = async () => (await home.get("/v1/recipes")).body.recipes;
  const undo = async (activityId: string) =>
    (await home.post(`/v1/activity/${whole(home.entries(), activityId)}/undo`, undefined)).status;
  return { ...speaks, recipes, undo };
}
