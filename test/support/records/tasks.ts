/** Test household with functions that add tasks and read their texts in order. */
import { household } from "../home/home.ts";

/**
 * Creates a household. `add` creates a task, by default Anna's, and returns it. `labels` returns the texts of the tasks
 * that a query string selects.
 */
export async function homeWithTasks() {
  const own = await household();
  const anna = own.members.anna.id;
  const add = async (label: string, dueDate?: string | null, memberId = anna) =>
    (await own.post("/v1/tasks", { label, memberId, ...(dueDate === undefined ? {} : { dueDate }) })).body;
  const labels = async (query = "") =>
    (await own.get(`/v1/tasks${query}`)).body.tasks.map((task: { label: string }) => task.label);
  return { ...own, anna, ben: own.members.ben.id, add, labels };
}
