import type { Catalogue } from "#web/i18n/catalogue.ts";
import { announceBatch, perform } from "#web/page/undo.ts";
import { firstDay, readRepeat } from "#web/recurrence/repeat.ts";
import { isPushPromptWanted } from "#web/shell/push-prompt-wanted.ts";
import { provisionalId } from "#web/sync/ids.ts";
import type { Handle } from "#web/sync/outbox.ts";
import type { Member } from "#web/sync/session.ts";
import { type Draft as EventDraft, inputOf as eventInputOf, newDraft as newEvent } from "../../calendar/model/draft.ts";
import { dayMinutes, midnightOf, minuteAt } from "../../calendar/model/span.ts";
import { createEvent } from "../../calendar/model/writes.ts";
import {
  type Draft as ChoreDraft,
  draftOf as choreDraftOf,
  inputOf as choreInputOf,
} from "../../chores/model/draft.ts";
import { createChore } from "../../chores/model/writes.ts";
import { addBlocks, batchSize } from "../../lists/model/block-batches.ts";
import { createList, createSection } from "../../lists/model/board-writes.ts";
import { quickMealOf } from "../../meals/model/quick.ts";
import { planMeal, planQuickMeal } from "../../meals/model/writes.ts";
import type { Recipe } from "../../recipes/model/source.ts";
import { createTasks, newTasks } from "../../tasks/model/writes.ts";
import type { AddDraft } from "./draft.ts";

/** Facts that the writes need in addition to the draft. `message` is the text of the toast. */
export type Saving = {
  readonly today: string;
  readonly timeZone: string;
  readonly viewer: Member | null;
  readonly members: readonly Member[];
  readonly recipes: readonly Recipe[];
  readonly text: Catalogue;
  readonly message: string;
  /** Name of the grocery list, and the section in which it is created if it does not exist yet. */
  readonly groceries: { readonly name: string; readonly sectionId: string | null };
};

/** Queues the writes that add the record. One undo takes back all of them. */
export function save(draft: AddDraft, saving: Saving): void {
  if (draft.kind === "event") saveEvent(draft, saving);
  else if (draft.kind === "task") saveTasks(draft, saving);
  else if (draft.kind === "chore") saveChore(draft, saving);
  else if (draft.kind === "list") saveItems(draft, saving);
  else saveMeal(draft, saving);
}

function saveEvent(draft: AddDraft, { today, timeZone, viewer, message }: Saving): void {
  const by = { kind: "member" as const, id: viewer?.id ?? null, name: viewer?.name ?? "", agentName: null };
  const event = eventInputOf(eventDraftOf(draft, today), timeZone);
  perform(createEvent, { id: provisionalId(), event, timeZone, by }, { message });
  isPushPromptWanted().set(true);
}

/** Returns the draft of the calendar's form. `today` is the day of an event without a day. */
export function eventDraftOf(draft: AddDraft, today: string): EventDraft {
  const { title, time, minutes, memberIds, rule, reminders } = draft;
  const day = draft.day ?? today;
  const start = time === null ? midnightOf(day) : minuteAt({ day, time });
  const end = time === null ? midnightOf(draft.lastDay ?? day) + dayMinutes : start + minutes;
  const event = { ...newEvent({ allDay: time === null, start, end }, memberIds), title };
  const repeat = rule === null ? event.repeat : readRepeat(rule, day, "UTC");
  return { ...event, repeat, reminders: reminders.length === 0 ? "default" : reminders };
}

function saveTasks(draft: AddDraft, { viewer, message }: Saving): void {
  const memberIds = draft.memberIds.length > 0 || !viewer ? draft.memberIds : [viewer.id];
  perform(createTasks, newTasks({ ...taskFormOf(draft), memberIds }), { message });
}

/** Returns the fields of a task. */
export function taskFormOf({ title, day, time, reminders }: AddDraft) {
  const reminderMinutesList = reminders.length > 0 ? [...reminders] : null;
  return { label: title, dueDate: day, dueTime: time, notes: null, reminderMinutesList, isPriority: false };
}

function saveChore(draft: AddDraft, { today, members, message }: Saving): void {
  const input = choreInputOf(choreFormOf(draft, today, members));
  perform(createChore, { id: provisionalId(), today, input }, { message });
}

/**
 * Returns the draft of the form of chores. A chore of named members is for each of them. Otherwise, anybody may do the
 * chore.
 */
export function choreFormOf(draft: AddDraft, today: string, members: readonly Pick<Member, "id">[]): ChoreDraft {
  const { title, day, time, rule, memberIds } = draft;
  const startDate = day ?? today;
  const repeat = readRepeat(rule, startDate, "UTC");
  const isForAnyone = memberIds.length === 0 && members.length > 1;
  return {
    ...choreDraftOf(null, today),
    name: title,
    stars: 0,
    repeat,
    startDate: firstDay(repeat, startDate),
    dueTime: time,
    assignment: isForAnyone ? "anyone" : "each",
    memberIds: memberIds.length > 0 ? [...memberIds] : members.map(({ id }) => id),
  };
}

function saveItems(draft: AddDraft, saving: Saving): void {
  const { items, memberIds } = draft;
  const [memberId] = memberIds;
  const made = items.map((content) => ({
    id: provisionalId(),
    type: "task" as const,
    content,
    done: false,
    ...(memberId === undefined ? {} : { memberId }),
  }));
  const { listId, handles } = draft.listId === null ? createGroceryList(saving) : { listId: draft.listId, handles: [] };
  for (let from = 0; from < made.length; from += batchSize) {
    const some = made.slice(from, from + batchSize);
    handles.push(perform(addBlocks, { listId, items: some, place: {} }, quiet));
  }
  announceBatch(handles, saving.message);
}

const quiet = { message: null };

/** Queues the writes that create the grocery list, and its section if there is none. */
function createGroceryList({ groceries, text }: Saving): { listId: string; handles: Handle<unknown>[] } {
  const [listId, sectionId] = [provisionalId(), groceries.sectionId ?? provisionalId()];
  const section = { id: sectionId, name: text.lists.form.firstSection };
  const handles: Handle<unknown>[] = groceries.sectionId === null ? [perform(createSection, section, quiet)] : [];
  handles.push(perform(createList, { id: listId, name: groceries.name, sectionId, visibility: "shared" }, quiet));
  return { listId, handles };
}

function saveMeal({ title, day, mealType }: AddDraft, { today, recipes, text, message }: Saving): void {
  const cell = { id: provisionalId(), date: day ?? today, mealType };
  const recipe = recipes.find(({ name }) => name.toLowerCase() === title.trim().toLowerCase());
  if (recipe) perform(planMeal, { ...cell, recipe }, { message });
  else perform(planQuickMeal, { ...cell, ...quickMealOf(title.trim(), text) }, { message });
}
