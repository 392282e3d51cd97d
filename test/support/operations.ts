/** One valid call of every operation under `/v1`, by its operation id: what the contract test sends. */
import type { Home } from "./home.ts";

/** A call that would succeed: the path with its ids filled in, and the body where the operation takes one. */
export type Sample = { path: string; body?: Record<string, unknown> };

async function taskId(home: Home): Promise<string> {
  const { body } = await home.post("/v1/tasks", { label: "Sample", memberId: home.members.anna.id });
  return body.id;
}

/** A new operation adds its line here. */
export const samples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  listMembers: () => ({ path: "/v1/households/me/members" }),
  listTasks: () => ({ path: "/v1/tasks?completed=false" }),
  createTask: (home) => ({ path: "/v1/tasks", body: { label: "Sample", memberId: home.members.anna.id } }),
  updateTask: async (home) => ({ path: `/v1/tasks/${await taskId(home)}`, body: { memberId: home.members.ben.id } }),
  deleteTask: async (home) => ({ path: `/v1/tasks/${await taskId(home)}` }),
  listActivity: () => ({ path: "/v1/activity?limit=2" }),
};
