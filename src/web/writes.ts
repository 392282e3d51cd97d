import { createEvent, deleteEvent, updateEvent } from "#web/features/calendar/model/writes.ts";
import { answerCheckIn } from "#web/features/check-ins/model/answering.ts";
import { createCheckIn, deleteCheckIn, endPause, updateCheckIn } from "#web/features/check-ins/model/writes.ts";
import { completeChore, reopenChore } from "#web/features/chores/model/completing.ts";
import { createChore, deleteChore, updateChore } from "#web/features/chores/model/writes.ts";
import { setAisle, setAisles } from "#web/features/lists/model/aisles.ts";
import { addBlocks, deleteBlocks, nestBlock, untickBlocks } from "#web/features/lists/model/block-batches.ts";
import {
  addBlock,
  assignBlock,
  convertBlock,
  deleteBlock,
  moveBlock,
  orderBlocks,
  rewriteBlock,
  tickBlock,
} from "#web/features/lists/model/block-writes.ts";
import {
  createList,
  createSection,
  deleteList,
  deleteSection,
  hideCover,
  moveList,
  orderLists,
  orderSections,
  renameList,
  renameSection,
  setList,
} from "#web/features/lists/model/board-writes.ts";
import { copyList, deleteTemplate, saveTemplate } from "#web/features/lists/model/copies.ts";
import { copyWeek } from "#web/features/meals/model/copying.ts";
import { setStaple, shopForMeals, takeOffList } from "#web/features/meals/model/shopping.ts";
import {
  changeDetails,
  moveMeal,
  planMeal,
  planQuickMeal,
  removeMeal,
  repeatMeal,
  stopRepeat,
  swapMeals,
} from "#web/features/meals/model/writes.ts";
import {
  actOnNotice,
  clearNotices,
  followList,
  markRead,
  reopenNotices,
  updatePreferences,
} from "#web/features/notifications/model/writes.ts";
import {
  archiveRecipe,
  createRecipe,
  likeRecipe,
  unlikeRecipe,
  updateRecipe,
} from "#web/features/recipes/model/writes.ts";
import { reorderMembers, updateDisplay, updateHousehold, updateMember } from "#web/features/settings/writes.ts";
import { createTask, createTasks, deleteTask, updateTask } from "#web/features/tasks/model/writes.ts";
import { undoActivity } from "#web/sync/undo.ts";
import type { AnyWrite } from "#web/sync/write.ts";

/**
 * Declarations of all writes of the app. All are needed, because the queue that is restored when a page opens may
 * contain any of them.
 */
export const writes: readonly AnyWrite[] = [
  undoActivity,
  createEvent,
  updateEvent,
  deleteEvent,
  answerCheckIn,
  createCheckIn,
  endPause,
  updateCheckIn,
  deleteCheckIn,
  completeChore,
  reopenChore,
  createChore,
  updateChore,
  deleteChore,
  setAisles,
  setAisle,
  addBlocks,
  deleteBlocks,
  untickBlocks,
  nestBlock,
  addBlock,
  tickBlock,
  rewriteBlock,
  assignBlock,
  convertBlock,
  deleteBlock,
  moveBlock,
  orderBlocks,
  createSection,
  renameSection,
  deleteSection,
  orderSections,
  createList,
  renameList,
  setList,
  hideCover,
  deleteList,
  moveList,
  orderLists,
  copyList,
  saveTemplate,
  deleteTemplate,
  copyWeek,
  shopForMeals,
  takeOffList,
  setStaple,
  planMeal,
  planQuickMeal,
  changeDetails,
  repeatMeal,
  stopRepeat,
  moveMeal,
  swapMeals,
  removeMeal,
  updatePreferences,
  actOnNotice,
  clearNotices,
  reopenNotices,
  markRead,
  followList,
  createRecipe,
  updateRecipe,
  likeRecipe,
  unlikeRecipe,
  archiveRecipe,
  updateMember,
  reorderMembers,
  updateHousehold,
  updateDisplay,
  createTask,
  createTasks,
  updateTask,
  deleteTask,
];
