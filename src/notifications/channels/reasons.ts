import type { Language } from "../notices/notice.ts";

/** Reasons of failures, for people to read. They contain no addresses and no secrets, and are stored in English. */
export const reasons = {
  subscribeAgain: "turn notifications on again on this device",
  needsContact: "Apple's devices need PUSH_CONTACT on this server",
  privateAddress: "leads into the home network; the operator allows that with LAN_ORIGINS",
  unreachable: "the service could not be reached",
  slow: "the service did not answer in time",
  stopped: "the server is stopping",
  unreadable: "the notice could not be read",
  busy: "the service asks to wait",
  tooLarge: "the message is too large for the service",
  notVerified: "confirm the address with the code first",
  alreadyVerified: "the address is already confirmed",
  turnedOff: "turned off in Inglenook",
  turnedOffInMail: "turned off by the link in a mail",
  deliveryOff: "this server sends no reminders (DELIVERY=off)",
  mailNotSetUp: "mail is not set up on this server (SMTP_URL)",
  mailLogin: "the mail server refuses the user or the password (SMTP_URL)",
  mailTls: "the connection to the mail server is not secure (SMTP_URL)",
  mailSender: "the mail server refuses the sender (MAIL_FROM)",
  mailServer: "the mail server refuses this server (SMTP_URL)",
  mailAddress: "the mail server refuses the address",
  mailMessage: "the mail server refuses the mail",
  mailLimit: "more than 30 mails in a minute",
  ntfyServer: "the operator no longer allows this server (NTFY_URLS)",
  ntfyToken: "the ntfy server wants an access token for this topic",
  appriseNotSetUp: "Apprise is not set up on this server (APPRISE_URL)",
  appriseKey: "Apprise has no configuration under this key",
  appriseServices: "a service behind Apprise refuses it",
} as const;

const german: Readonly<Record<keyof typeof reasons, string>> = {
  subscribeAgain: "schalte Benachrichtigungen auf diesem Gerät noch einmal ein",
  needsContact: "Geräte von Apple brauchen PUSH_CONTACT auf diesem Server",
  privateAddress: "die Adresse führt ins Heimnetz; wer den Server betreibt, erlaubt das mit LAN_ORIGINS",
  unreachable: "der Dienst ist nicht erreichbar",
  slow: "der Dienst hat nicht rechtzeitig geantwortet",
  stopped: "der Server wird beendet",
  unreadable: "die Nachricht ließ sich nicht lesen",
  busy: "der Dienst bittet zu warten",
  tooLarge: "die Nachricht ist dem Dienst zu groß",
  notVerified: "bestätige die Adresse zuerst mit dem Code",
  alreadyVerified: "die Adresse ist schon bestätigt",
  turnedOff: "in Inglenook ausgeschaltet",
  turnedOffInMail: "mit dem Link in einer Mail ausgeschaltet",
  deliveryOff: "dieser Server verschickt keine Erinnerungen (DELIVERY=off)",
  mailNotSetUp: "dieser Server verschickt keine Mails (SMTP_URL)",
  mailLogin: "der Mailserver lehnt den Benutzer oder das Passwort ab (SMTP_URL)",
  mailTls: "die Verbindung zum Mailserver ist nicht sicher (SMTP_URL)",
  mailSender: "der Mailserver lehnt den Absender ab (MAIL_FROM)",
  mailServer: "der Mailserver lehnt diesen Server ab (SMTP_URL)",
  mailAddress: "der Mailserver lehnt die Adresse ab",
  mailMessage: "der Mailserver lehnt die Mail ab",
  mailLimit: "mehr als 30 Mails in einer Minute",
  ntfyServer: "wer den Server betreibt, erlaubt diesen ntfy-Server nicht mehr (NTFY_URLS)",
  ntfyToken: "der ntfy-Server verlangt für dieses Thema ein Zugangstoken",
  appriseNotSetUp: "Apprise ist auf diesem Server nicht eingerichtet (APPRISE_URL)",
  appriseKey: "Apprise hat unter diesem Schlüssel keine Konfiguration",
  appriseServices: "ein Dienst hinter Apprise lehnt die Nachricht ab",
};

const answer = /^the service answered (\d+)$/;

export function unexpectedStatus(status: number): string {
  return `the service answered ${status}`;
}

const keyByReason = new Map(Object.entries(reasons).map(([key, reason]) => [reason, key as keyof typeof reasons]));

/** Translates a reason. A reason that has no translation stays in English, such as that of a failed backup. */
export function translateReason(reason: string, language: Language): string {
  if (language === "en") return reason;
  const key = keyByReason.get(reason as (typeof reasons)[keyof typeof reasons]);
  return key ? german[key] : reason.replace(answer, "der Dienst hat mit $1 geantwortet");
}
