/** Errors for invalid arguments: each names the value that was sent, and the value to send instead. */
import { expect, test } from "bun:test";
import { mcpHome } from "../../support/mcp/mcp.ts";

const event = { title: "x", starts: "2026-12-01T16:00" };
const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

test.each([
  // Unknown fields, and the fields to use instead.
  [
    "add_list_items",
    { items: [{ text: "Milk", checked: true }] },
    "items[0].checked: unknown field",
    /^Parameter items\[0\]\.checked: leave it out\. Each of items takes text, .*due.*\.$/,
  ],
  [
    "create_events",
    { events: [event, { ...event, everyone: false }] },
    "events[1].everyone: unknown field",
    /^Parameter events\[1\]\.everyone: leave it out\. Each of events takes title, starts, ends/,
  ],
  [
    "create_tasks",
    { tasks: [{ label: "x", member: "Anna", due_date: "today" }] },
    "tasks[0].due_date: unknown field",
    /send it as due\. Each of tasks/,
  ],
  [
    "create_event",
    { title: "x", start: "today" },
    "starts: is required",
    /^Parameter starts: send it: 2026-.*“start” is unknown: send it as starts, if you mean that\. This tool takes title, starts/,
  ],
  [
    "create_event",
    { title: "x", start: "today", colour: "red" },
    "starts: is required",
    /“start” is unknown: send it as starts.* Also unknown: “colour”\./,
  ],
  ["create_event", { title: "x", date: "today" }, "starts: is required", /“date” is unknown: send it as starts/],
  [
    "create_tasks",
    { tasks: [{ label: "x" }] },
    "tasks[0].member: is required",
    /^Parameter tasks\[0\]\.member: send it too: Who does it\.$/,
  ],
  [
    "create_tasks",
    { tasks: [{ title: "x", assignee: "Anna" }] },
    "tasks[0].label: is required",
    "send it: What is to be done. member must be sent too. Also unknown: “title”, “assignee”. Each of tasks takes label,",
  ],
  [
    "update_event",
    { eventId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", description: "Gate code" },
    "description: unknown field",
    "leave it out, or send it as notes.",
  ],
  [
    "update_event",
    { eventId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", addMembers: ["Mia"] },
    "addMembers: unknown field",
    "leave it out; members takes the place of all that is there, so send everything that is to stay as members.",
  ],
  ["create_event", { ...event, attendees: ["Mia"] }, "attendees: unknown field", "send it as members."],
  ["list_meals", { date: "today" }, "date: unknown field", "send it as weekStart."],
  // Arrays, and items of arrays.
  [
    "add_list_items",
    { items: [["Milk"]] },
    "items[0]: must be a JSON object",
    "items[0]: must be a JSON object. Correct it",
  ],
  ["create_events", { events: ["Trip"] }, /^events\[0\]: must be/, /send \{title: "Trip", starts: …\}\./],
  ["create_event", { ...event, members: '["Mia"' }, /^members: must be a list/, "send the list itself"],
  ["create_event", { ...event, members: {} }, /^members: must be a list/, "members: must be a list of 0 to 50 items"],
  [
    "create_event",
    { ...event, reminders: Array(11).fill(5) },
    /^reminders: must be/,
    "11 are too many: send at most 10",
  ],
  // Values of a wrong type.
  [
    "create_event",
    { ...event, reminders: ["soonish"] },
    "reminders[0]: must be like 60, 1h, 1 day, evening before or none",
    "Parameter reminders[0]: “soonish” is not one of these.",
  ],
  ["create_event", { ...event, reminders: ["1.5"] }, /^reminders\[0\]: must be/, "1.5 is not a whole number: send 2"],
  ["create_event", { ...event, reminders: [1.5] }, /^reminders\[0\]: must be/, "1.5 is not a whole number: send 2"],
  ["create_event", { ...event, reminders: [-5] }, /^reminders\[0\]: must be/, "-5 is too small: send 0 or more"],
  [
    "create_recipe",
    { name: "x", prepMinutes: "long" },
    /^prepMinutes: must be a whole number(?! from undefined)/,
    /send a number in digits/,
  ],
  ["create_event", { ...event, allDay: 1 }, "allDay: must be true or false", "send true or false, without quotes"],
  [
    "list_tasks",
    { completed: "open" },
    "completed: must be true or false",
    "true or false, without quotes, or leave it out",
  ],
  ["list_events", { limit: 101 }, /^limit: /, "101 is too large: send 100 or less, or leave it out."],
  [
    "create_tasks",
    { tasks: [{ label: true, member: "Anna" }] },
    "tasks[0].label: must be 1 to 300 characters",
    'label: send "true", in quotes.',
  ],
  [
    "create_tasks",
    { tasks: [{ label: "x", member: ["Anna"] }] },
    "tasks[0].member: must be 1 to 60 characters",
    'send one text, not a list: "Anna".',
  ],
  [
    "update_tasks",
    { tasks: [{ taskId: "x".repeat(401) }] },
    /^tasks\[0\]\.taskId: /,
    "it has 401 characters. Take 400 or fewer",
  ],
  [
    "update_event",
    { eventId: nobody, editScope: "series" },
    /^editScope: must be one of/,
    "“series” is not one of them. Take this, this_and_future or all, or leave it out.",
  ],
  ["update_event", { eventId: nobody, editScope: "this_and" }, /^editScope: must be one of/, "say this, or else"],
  [
    "schedule_meal",
    { date: "today", mealType: "diner", recipe: "x" },
    /^mealType: must be one of/,
    "say dinner, or else",
  ],
  [
    "schedule_meal",
    { date: "today", mealType: "brunch", recipe: "x" },
    /^mealType: /,
    "“brunch” is not one of them. Take",
  ],
  // Null for a field that could be emptied.
  [
    "update_event",
    { eventId: nobody, location: null },
    "location: must not be null",
    'Parameter location: leave it out to keep it; to empty it, leave it out and send clear: ["location"].',
  ],
  // A text that ends no id is taken for a title.
  [
    "update_tasks",
    { tasks: [{ taskId: "Buy stamps" }] },
    "tasks[0].taskId: no such task: “Buy stamps”",
    "Parameter tasks[0].taskId: take an id that list_tasks returned, or its whole title.",
  ],
  [
    "update_event",
    { eventId: "Dentist" },
    "Event not found",
    "Parameter eventId: take an id that list_events returned",
  ],
  [
    "undo_change",
    { activityId: "last" },
    "Activity entry not found",
    "Parameter activityId: take one that a change returned",
  ],
  // Refusals by REST.
  [
    "create_tasks",
    { tasks: [{ label: "", member: "Anna" }] },
    "operations[0].label: must be 1 to 300 characters",
    "Parameter tasks[0].label: it is empty. Send a value.",
  ],
  [
    "create_event",
    { ...event, location: "x".repeat(501) },
    /^location: /,
    "Parameter location: it has 501 characters. Take 500 or fewer, or leave it out.",
  ],
] as [string, object, string | RegExp, string | RegExp][])(
  "A refusal of the tool %s with %j says what to send instead",
  async (tool, input, text, repair) => {
    const { use, entries } = await mcpHome();
    const before = entries().length;
    const { isError, texts } = await use(tool, input);
    expect(isError).toBe(true);
    if (typeof text === "string") expect(texts[0]).toBe(text);
    else expect(texts[0]).toMatch(text);
    expect(texts[0]).not.toContain("undefined");
    if (typeof repair === "string") expect(texts[1]).toContain(repair);
    else expect(texts[1]).toMatch(repair);
    expect(entries().length).toBe(before);
  },
);
