import { number } from "../locale.ts";

export const wall = {
  laterAndEarlier: (later: number, earlier: number) =>
    [later > 0 && `${number(later)} later`, earlier > 0 && `${number(earlier)} earlier today`]
      .filter(Boolean)
      .join(" · "),
  noConnection: "No connection",
  noLists: "No shared lists yet",
  left: (count: number) => (count === 0 ? "Nothing left" : `${number(count)} left`),
  ticked: (label: string) => `Done: “${label}”`,
  unticked: (label: string) => `Open again: “${label}”`,
  allAnswered: "Nobody is asked right now",
  notices: "Due now",
  dismissNotices: "Seen",
  ingredients: "Ingredients",
  notYou: (name: string) => `${name} is at the wall. Somebody else?`,
  offline: (waiting: number) =>
    waiting === 0
      ? "No connection to your server"
      : `No connection to your server; ${number(waiting)} waiting to be sent`,
  add: {
    open: "Add",
    what: "What do you want to add?",
    as: (name: string) => `As ${name}`,
    notYou: (name: string) => `Not ${name}?`,
    goOn: (label: string) => `Go on with “${label}”`,
    kinds: { event: "Event", task: "Task", item: "Something on a list", meal: "Meal" },
    item: "What",
    list: "On which list",
    day: "Day",
    meal: "Which meal",
    noText: "Write what it is.",
    noRecipe: "Choose a recipe.",
    noneFound: "No such recipe. New recipes are written in the app.",
    added: (label: string) => `Added “${label}”. An adult can undo it in the app, under Activity.`,
  },
  settings: {
    title: "This tablet",
    hint: "These settings are kept on this tablet.",
    textSize: "Text size",
    percent: (percent: number) => `${number(percent)} %`,
    night: "Dark at night",
    nightHint: "Dimmed until somebody touches it",
    sound: "Sound for reminders",
    soundHint: "Two soft notes when something is due. You hear them now.",
    from: "From",
    to: "To",
    leave: "Leave wall mode",
    leaveHint: "Sign in with your own password. When you sign out again, the wall is back.",
    signIn: "Sign in as a person",
    backToWall: "Back to the wall",
  },
  pin: {
    title: "PIN",
    hint: "Four digits before these settings, so that guests stay out. Forgotten? Unpair this tablet in Settings → Tablets and pair it again.",
    choose: "Choose a PIN",
    again: "Once more",
    change: "Change the PIN",
    remove: "Remove the PIN",
    enter: "PIN",
    enterHint: "Four digits",
    wrong: "That is not the PIN.",
    differs: "These were two different ones. Start again.",
    typed: (count: number) => `${number(count)} of 4 digits`,
    wait: (seconds: number) =>
      seconds < 90
        ? `Too many tries. Wait ${number(seconds)} s.`
        : `Too many tries. Wait ${number(Math.ceil(seconds / 60))} minutes.`,
  },
};
