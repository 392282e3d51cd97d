/** For people, without addresses and secrets. */
export const reasons = {
  subscribeAgain: "turn notifications on again on this device",
  needsContact: "Apple's devices need PUSH_CONTACT on this server",
  leadsHome: "leads into the home network; the operator allows that with LAN_ORIGINS",
  unreachable: "the service could not be reached",
  slow: "the service did not answer in time",
  stopped: "the server is stopping",
  unreadable: "the notice could not be read",
  busy: "the service asks to wait",
  tooLarge: "the message is too large for the service",
  notProven: "confirm the address with the code first",
  isProven: "the address is already confirmed",
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

export function answered(status: number): string {
  return `the service answered ${status}`;
}
