/** Texts of the pages to which links in messages lead. These pages need no sign-in. */
export const linked = {
  title: "Reminder",
  done: "Done",
  ten: "In 10 minutes",
  hour: "In 1 hour",
  dismiss: "Dismiss",
  open: "Open in Inglenook",
  states: { done: "This is done.", snoozed: "It will come again.", dismissed: "This is dismissed." },
  gone: "This link is not good any more",
  goneHint: "It works for three days, and only for its own reminder. In the app, it is under the bell.",
  mailTitle: "Stop these mails?",
  mailHint: "Then Inglenook sends no more reminders to your address. In the app, they still show under the bell.",
  mailStop: "Stop these mails",
  mailStopped: "No more mails go to this address.",
  mailAgain: "You can turn them on again in the settings, under “Notifications”.",
};
