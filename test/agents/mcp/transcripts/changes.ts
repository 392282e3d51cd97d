/** Transcripts of changes that somebody wants to undo. */
import { whole } from "../../../support/mcp/mcp.ts";
import { labels } from "../../../support/mcp/read-household.ts";
import type { Transcript } from "../../../support/mcp/transcript.ts";

const label = "Water the plants";

/** Which changes can be undone, and by whom. */
export const changes: Transcript[] = [
  {
    fault: "a wish that was misheard",
    said: "No, not the plants! Take that back.",
    steps: [
      {
        ...{ use: "create_tasks", with: { tasks: [{ label, member: "Anna" }] } },
        ...{ answered: "Added", entries: 1, keep: ({ activityId }) => ({ activityId }) },
      },
      {
        ...{
          use: "undo_change",
          with: ({ activityId }) => ({ activityId }),
          answered: "Done: undid: added",
          entries: 1,
        },
      },
      {
        ...{ use: "undo_change", with: ({ activityId }) => ({ activityId }) },
        ...{ refused: "This change is undone already", repair: "undo the undo: list_activity has its id" },
      },
      {
        ...{ use: "list_activity", with: { limit: 1 }, answered: /undid: added/ },
        keep: ({ entries: [entry] }) => ({ undoing: entry.id }),
      },
      { use: "undo_change", with: ({ undoing }) => ({ activityId: undoing }), answered: "Done: did again", entries: 1 },
    ],
    ...{ state: labels, has: [label] },
  },
  {
    fault: "somebody else's change",
    said: "Who deleted my task? Bring it back!",
    steps: [
      {
        meanwhile: "Ben deletes what Anna was to do",
        async happens({ post, as, members }) {
          const { body } = await post("/v1/tasks", { label, memberId: members.anna.id });
          await as(members.ben).delete(`/v1/tasks/${body.id}`);
          return {};
        },
      },
      {
        ...{ use: "list_activity", with: { by: "Ben" }, answered: /Ben.*deleted the task “Water the plants”/ },
        keep: ({ entries: [entry] }) => ({ activityId: entry.id }),
      },
      {
        ...{ use: "undo_change", with: ({ activityId }) => ({ activityId }) },
        refused: "Only your own changes of the last 24 hours can be undone",
        repair: "Change it back with the tool for it, or let an adult undo it in the app.",
      },
      {
        meanwhile: "Anna does so",
        async happens({ as, members, entries }, { activityId }) {
          const entry = whole(entries(), activityId);
          const { status } = await as(members.anna).post(`/v1/activity/${entry}/undo`, undefined);
          return { status };
        },
      },
    ],
    state: async (stage, { status }) => [status, await labels(stage)],
    has: [200, [label]],
  },
  {
    fault: "a change that was changed since",
    said: "Undo the first thing that you did",
    steps: [
      {
        ...{ use: "create_tasks", with: { tasks: [{ label: "Plants", member: "Anna" }] } },
        ...{
          answered: "Added",
          entries: 1,
          keep: ({ tasks: [{ id }], activityId }) => ({ taskId: id, first: activityId }),
        },
      },
      {
        ...{ use: "update_tasks", with: ({ taskId }) => ({ tasks: [{ taskId, label }] }) },
        ...{ answered: "Saved", entries: 1, keep: ({ activityId }) => ({ second: activityId }) },
      },
      {
        ...{ use: "undo_change", with: ({ first }) => ({ activityId: first }) },
        refused: `“${label}” was changed by MCP agent on Fri 27 Nov at 10:00, so this can't be undone`,
        repair: "Undo the later changes first, newest first",
      },
      { use: "undo_change", with: ({ second }) => ({ activityId: second }), answered: "Done: undid", entries: 1 },
      { use: "undo_change", with: ({ first }) => ({ activityId: first }), answered: "Done: undid: added", entries: 1 },
    ],
    ...{ state: labels, has: [] },
  },
  {
    fault: "a delete that nobody agreed to",
    said: "Delete the task with the plants",
    steps: [
      {
        ...{ use: "create_tasks", with: { tasks: [{ label, member: "Anna" }] } },
        ...{ answered: "Added", entries: 1, keep: ({ tasks: [{ id }] }) => ({ taskId: id }) },
      },
      {
        ...{ use: "delete_tasks", with: ({ taskId }) => ({ taskIds: [taskId] }) },
        refused: "confirm: must be true to delete the task “Water the plants”",
        repair: "Parameter confirm: once the person agreed, send the same call with confirm: true.",
      },
      {
        ...{ use: "delete_tasks", with: ({ taskId }) => ({ taskIds: [taskId], confirm: true }) },
        ...{ answered: "Deleted the task “Water the plants”", entries: 1 },
      },
      {
        ...{ use: "update_tasks", with: ({ taskId }) => ({ tasks: [{ taskId, completed: true }] }) },
        ...{
          refused: "tasks[0].taskId: no such task",
          repair: "send another id, or the title; the task may be deleted",
        },
      },
    ],
    ...{ state: labels, has: [] },
  },
];
