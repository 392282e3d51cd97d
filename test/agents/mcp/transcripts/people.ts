/** Transcripts with wrong names of members. */
import { idIn, labels } from "../../../support/mcp/read-household.ts";
import type { Transcript } from "../../../support/mcp/transcript.ts";

/** Unknown and ambiguous names. */
export const people: Transcript[] = [
  {
    fault: "unknown member",
    said: "Remind Zoe to water the plants",
    steps: [
      {
        ...{ use: "create_tasks", with: { tasks: [{ label: "Water the plants", member: "Zoe" }] } },
        ...{
          refused: "tasks[0].member: no such member: “Zoe”",
          repair: "Parameter tasks[0].member: take one of “Anna”, “Ben”, “Mia”",
        },
      },
      {
        use: "create_tasks",
        with: ({ repair }) => ({
          tasks: [{ label: "Water the plants", member: /take one of “(\w+)”/.exec(repair)?.[1] }],
        }),
        ...{ answered: "Added: “Water the plants” · Anna", entries: 1 },
      },
    ],
    ...{ state: labels, has: ["Water the plants"] },
  },
  {
    fault: "ambiguous member",
    said: "Zoe should water the plants",
    steps: [
      {
        meanwhile: "two of them live here",
        happens: ({ add }) => ({ accented: add("Zoë", "child"), plain: add("Zoé", "guest") }),
      },
      {
        ...{ use: "create_tasks", with: { tasks: [{ label: "Water the plants", member: "zoe" }] } },
        refused: "tasks[0].member: more than one member is called “zoe”",
        repair: /^Parameter tasks\[0\]\.member: take the id\. “Zoë” is \S+; “Zoé” is \S+\.$/,
      },
      {
        ...{
          use: "create_tasks",
          with: ({ repair }) => ({ tasks: [{ label: "Water the plants", member: idIn(repair) }] }),
        },
        ...{ answered: "Added: “Water the plants” · Zoë", data: { tasks: [{ member: "Zoë" }] }, entries: 1 },
      },
      {
        ...{ use: "create_tasks", with: { tasks: [{ label: "Feed the cat", member: "Zoé" }] } },
        ...{ answered: "Added: “Feed the cat” · Zoé", entries: 1 },
      },
    ],
    state: async ({ get }, { accented, plain }) =>
      (await get("/v1/tasks")).body.tasks.map(({ memberId }: any) =>
        memberId === accented.id ? "Zoë" : memberId === plain.id && "Zoé",
      ),
    has: ["Zoë", "Zoé"],
  },
];
