/** Number of open tasks that the board shows of each list. The app shows as many of a list that it changes offline. */
export const previewedItems = 3;
