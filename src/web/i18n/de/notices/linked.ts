import type { linked as english } from "../../en/notices/linked.ts";

export const linked: typeof english = {
  title: "Erinnerung",
  done: "Erledigt",
  ten: "In 10 Minuten",
  hour: "In 1 Stunde",
  dismiss: "Ausblenden",
  open: "In Inglenook öffnen",
  states: { done: "Das ist erledigt.", snoozed: "Es kommt noch einmal.", dismissed: "Das ist ausgeblendet." },
  gone: "Dieser Link gilt nicht mehr",
  goneHint: "Er geht drei Tage lang, und nur für seine eigene Erinnerung. In der App steht sie unter der Glocke.",
  mailTitle: "Diese Mails abstellen?",
  mailHint:
    "Dann sendet Inglenook keine Erinnerungen mehr an deine Adresse. In der App erscheinen sie weiter unter der Glocke.",
  mailStop: "Diese Mails abstellen",
  mailStopped: "An diese Adresse gehen keine Mails mehr.",
  mailAgain: "In den Einstellungen kannst du sie unter „Mitteilungen“ wieder einschalten.",
};
