import type { ErrorSentences } from "../error-sentences.ts";
import { number, plural } from "../locale.ts";

export const common = {
  appName: "Inglenook",
  skipToContent: "Skip to the content",
  navigation: "Screens",
  nav: {
    today: "Today",
    calendar: "Calendar",
    tasks: "Tasks",
    chores: "Chores",
    checkIns: "Check-ins",
    lists: "Lists",
    meals: "Meals",
    recipes: "Recipes",
    activity: "Activity",
    settings: "Settings",
    more: "More",
  },
  /** Title of the screen of chores. The navigation has less room, so a language may use a shorter text there. */
  choresTitle: "Chores",
  notifications: "Notifications",
  unread: (count: number) => plural(count, { one: "# new notification", other: "# new notifications" }),
  loading: "Loading",
  labels: {
    close: "Close",
    cancel: "Cancel",
    retry: "Try again",
    dismiss: "Dismiss",
    remove: "Remove",
    none: "None",
    notifications: "Notifications",
    ownEmoji: "Another emoji",
    move: "Move",
    moveHelp:
      "Press space to pick it up, the arrow keys to move it, space to put it down, escape to leave it where it was. Alt with an arrow key moves it at once.",
    drag: {
      lifted: (name: string) => `${name} is picked up`,
      over: (name: string, place: string) => `${name} is over ${place}`,
      dropped: (name: string) => `${name} is put down`,
      cancelled: (name: string) => `${name} stays where it was`,
    },
  },
  save: "Save",
  fieldsAtFault: (count: number) =>
    plural(count, { one: "# field needs another look.", other: "# fields need another look." }),
  cancel: "Cancel",
  close: "Close",
  back: "Back",
  next: "Next",
  previous: "Previous",
  add: "Add",
  new: "New",
  edit: "Edit",
  delete: "Delete",
  remove: "Remove",
  done: "Done",
  undo: "Undo",
  retry: "Try again",
  reload: "Reload",
  search: "Search",
  everybody: "Everybody",
  timesAtHome: (city: string) => `All times are those at home (${city}).`,
  only: (name: string) => `Only ${name}`,
  nobody: "Nobody",
  optional: "optional",
  yes: "Yes",
  no: "No",
  today: "Today",
  tomorrow: "Tomorrow",
  yesterday: "Yesterday",
  /**
   * Message that is shown while the server does not respond. It has at most 36 characters, because it must fit into one
   * line of a small phone.
   */
  offline: "Offline: changes are kept here",
  offlineWaiting: (count: number) =>
    plural(count, { one: "Offline: # change waits to be sent", other: "Offline: # changes wait to be sent" }),
  /** Message about an old copy of the data. `moment` is a time, or a day and a time. */
  asOf: (moment: string) => `As of ${moment}`,
  offlineAsOf: (moment: string) => `Offline: as of ${moment}`,
  nothingAsOf: (moment: string) => `Nothing here as of ${moment}`,
  nothingAsOfHint: "There may be something new. You will see it when the server responds again.",
  notHere: "Not on this device yet. It will load when the server answers again.",
  notHereHint: "Until then, you can use what is here already, such as the coming two weeks.",
  outdated: "There is a newer version of Inglenook.",
  crashed: "Something on this screen went wrong.",
  crashedHint: "Nothing that you saved is lost. Try again; if it goes on, reload the page.",
  couldNotLoad: "This could not be loaded.",
  tooManyEvents: "There are too many events to show all of them.",
  notFound: "There is nothing here",
  notFoundHint: "It may have been deleted or moved.",
  toToday: "Go to Today",
  refused: (reason: string) => `That was not saved: ${reason}`,
  unknownChange: "A change that an older app had kept was not saved: this one does not know it.",
  /**
   * Message that a change was not saved, because somebody else had deleted the record. `label` is the name of the
   * record, or null if the name is unknown.
   */
  deletedByOthers: (label: string | null) =>
    label === null
      ? "Your change was not saved: somebody had deleted the record."
      : `Your change to “${label}” was not saved: somebody had deleted it.`,
  refusedMany: (count: number, reason: string) => `${number(count)} changes were not saved: ${reason}`,
  signedOut: "You have been signed out. Sign in again: what you have done since is still here.",
  needsServer: "This needs your server, which does not answer right now. Try again in a moment.",
  signIn: "Sign in",
};

/** Error sentences that the app loads at its start. All others are in more-errors.ts and later-errors.ts. */
export const errors = {
  wait: (seconds: number) =>
    seconds < 90
      ? plural(seconds, {
          one: "Too many tries. Try again in a second.",
          other: "Too many tries. Try again in # seconds.",
        })
      : `Too many tries. Try again in ${number(Math.ceil(seconds / 60))} minutes.`,
  /** Sentence for an unknown error code. `message` is the server's message in English. */
  unknown: (message: string) => message,
  undoTooLate: "You can take back only your own changes of the last 24 hours.",
  byCode: {
    adults_only: "Only adults can do this. Ask one of them.",
    not_yours: "This belongs to somebody else. Ask them to do it.",
    not_found: "It is not there any more. Somebody may have deleted it.",
    conflict: "Somebody was quicker. Look at how it is now.",
    in_progress: "It is being saved already. Wait a moment, then look again.",
    changed_since: "It was changed after that. Change it by hand instead.",
    already_undone: "This is taken back already.",
    not_undoable: "This can’t be taken back, or not any more. Change it by hand instead.",
    unprocessable: "It does not fit together like this. Check it and try again.",
    internal: "Something went wrong on your server. Try again in a moment.",
    disk_full: "The disk of your server is full. Make room there first.",
    data_gone: "Your server can’t find its data folder. Look after the server first.",
  } satisfies ErrorSentences,
};
