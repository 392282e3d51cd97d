/** Steps of the workflows that a prompt and a skill share. They contain no text of a household. */

export const workflows = {
  weekPlan: (
    save: string,
  ) => `1. Read what is on in these days with list_events, what is planned already with list_meals, and what we cook with list_recipes.
2. Propose one dinner for each day that has none: something quick where the evening is busy, and no recipe twice.
3. Show me the proposal as a table with the dates, and wait. Save it with ${save} only when I agree.`,

  schoolLetter: `1. Find out with list_members whom it concerns; ask me if it is not clear.
2. List each date with its weekday, time, place and what to bring. If the weekday and the date differ, ask me.
3. Check them with create_events and dryRun: true, show me the result with its overlaps, and wait. Save them only when I agree.`,

  tidyList: `1. Read it with list_lists.
2. Name what is there twice, what is done, what is unclear, and a better order. Show me the list as it would be, and wait.
3. When I agree, reword and order items with update_list_items, and remove only what I named with delete_list_items.`,

  away: `1. Look with delete_events, with from, to, seriesOnly: true and dryRun: true, at what would be cancelled. Show it to me, ask what stays, and wait.
2. When I agree, cancel the rest by one call of delete_events with seriesOnly: true, except and confirm: true. What was entered for these days alone stays.
3. Add the journey with create_event, all day from the first to the last day.
4. Make a packing list with create_list and its items, and pause each check-in with save_check_in, pauseFrom and pauseTo.
5. Tell me in a few lines what was changed, and that each change can be undone.`,
};
