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

  away: `1. Add the stay as one all-day event from the first to the last day with create_event.
2. Take out what does not happen with delete_events: from and to of these days, seriesOnly: true to cancel only the times of regular events, and except with the titles that stay. Show me first what it would delete, and send confirm: true once I agree.
3. Pause the check-ins of these days with save_check_in and its pauseFrom and pauseTo; nobody is asked or reminded then.
4. Make the packing list with create_list and its items, all in one call.`,
};
