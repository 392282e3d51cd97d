import type { Language } from "../notices/notice.ts";

/** Texts of mails. Values written by people are at the end of the texts, because they can be long. */
const en = {
  testTitle: "This is a test",
  testBody: "Reminders will look like this.",
  open: "Open in Inglenook",
  whyMail: "You get this mail because you chose reminders by mail.",
  stopMail: "Turn mails to this address off",
  codeSubject: (code: string) => `Your code is ${code}`,
  codeBody: (code: string, member: string) => [
    `Enter this code in Inglenook within ten minutes: ${code}`,
    `It proves that reminders may go to this address. If you do not know this, ignore the mail. It was asked for by ${member}.`,
  ],
  invitationSubject: (household: string) => `Your invitation to ${household}`,
  invitationBody: (inviter: string, household: string) => [
    `Choose a password with this link. It works once, for seven days.`,
    `${inviter} invites you to the household ${household}.`,
  ],
  invitationOpen: "Choose a password",
};

type ChannelTexts = typeof en;

const de: ChannelTexts = {
  testTitle: "Das ist ein Test",
  testBody: "So sehen Erinnerungen aus.",
  open: "In Inglenook öffnen",
  whyMail: "Du bekommst diese Mail, weil du Erinnerungen per Mail gewählt hast.",
  stopMail: "Mails an diese Adresse ausschalten",
  codeSubject: (code) => `Dein Code ist ${code}`,
  codeBody: (code, member) => [
    `Gib diesen Code innerhalb von zehn Minuten in Inglenook ein: ${code}`,
    `Er zeigt, dass Erinnerungen an diese Adresse gehen dürfen. Wenn du davon nichts weißt, ignoriere die Mail. Angefordert hat sie ${member}.`,
  ],
  invitationSubject: (household) => `Deine Einladung zu ${household}`,
  invitationBody: (inviter, household) => [
    `Wähle mit diesem Link ein Passwort. Er gilt einmal, sieben Tage lang.`,
    `${inviter} lädt dich in den Haushalt ${household} ein.`,
  ],
  invitationOpen: "Passwort wählen",
};

export const channelTexts: Readonly<Record<Language, ChannelTexts>> = { en, de };
