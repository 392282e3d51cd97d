/** A household with short ways to add tasks and to read their labels in order. */
import { household } from "../home/home.ts";

/** `add` returns the new task, by default Anna's; `labels` lists tasks by a query string. */
export async function homeWithTasks() {
  const own = await household();
  const anna = own.members.anna.id;
  const add = async (label: string, dueDate?: string | null, memberId = anna) =>
    (await own.post("/v1/tasks", { label, memberId, ...(dueDate === undefined ? {} : { dueDate }) })).body;
  const labels = async (query = "") =>
    (await own.get(`/v1/tasks${query}`)).body.tasks.map((task: { label: string }) => task.label);
  return { ...own, anna, ben: own.members.ben.id, add, labels };
}
