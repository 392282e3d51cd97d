import type { RemoteErrorCode } from "#calendar/external/remote.ts";
import { number, plural } from "../../locale.ts";

type Fault = RemoteErrorCode | "held" | "interrupted" | "key_lost" | "test_grant" | "bouncing" | "conflict" | Blocked;

/**
 * Error codes for an event of an account. `not_read` means that the server of the account does not let the event be
 * read. The other codes mean that the household cannot take over the event. If the household already has a version of
 * the event, this version stays unchanged.
 */
type Blocked = "taken_id" | "not_taken" | "not_read";

const events = (count: number) => plural(count, { one: "# event", other: "# events" });

/** Steps in the Google Cloud console. A translation uses the names that the console's buttons have in that language. */
const consoleSteps = {
  project: "Open the Google Cloud console, sign in, and press New project. Give it any name, then press Create.",
  api: "Choose APIs & Services → Library. Search for “Google Calendar API”, open it, and press Enable.",
  consent:
    "Choose APIs & Services → OAuth consent screen → Get started. Give a name and your email. As the audience choose External.",
  publish:
    "Open Audience and press Publish app, so that it says “In production”. Apps in testing lose their access after 7 days. Google need not verify the app for your own household.",
  desktop: "Choose Clients → Create client. As the type choose Desktop app, and press Create.",
  web: "Choose Clients → Create client. As the type choose Web application. Under Authorized redirect URIs add this address, and press Create.",
  copy: "Copy the client ID and the client secret from there into these fields.",
};

export const accounts = {
  title: "Accounts",
  intro:
    "Your calendars at iCloud, Google, Nextcloud and others: show them here, copy events to them, or keep both in step.",
  add: "Connect an account",
  addTitle: "Connect an account",
  addText: "You choose afterwards which of its calendars show here. Nothing is shown before that.",
  none: "No account is connected",
  noneText:
    "With an account, what you change here also changes in the calendar that you already use, and the other way.",
  full: "These are as many accounts as a household can connect. Disconnect one first.",
  providers: { provider_a: "CalDAV", provider_b: "Google" },
  states: {
    ready: "Up to date",
    syncing: "Syncing …",
    failing: "Last try failed",
    needs_sign_in: "Wants signing in again",
    unused: "No calendar chosen",
  },
  synced: (ago: string) => `Last synced ${ago}`,
  neverSynced: "Not synced yet",
  calendars: "Calendars",
  calendarsOf: (name: string) => `Calendars: ${name}`,
  sync: "Sync now",
  syncOf: (name: string) => `Sync now: ${name}`,
  moreFor: (name: string) => `More for ${name}`,
  rename: "Rename",
  renamed: (name: string) => `The account is called “${name}” now`,
  signIn: "Sign in again",
  signInOf: (name: string) => `Sign in again: ${name}`,
  signInText: "Your calendars and their events stay as they are.",
  signedIn: (name: string) => `Signed in to “${name}” again`,
  end: "Disconnect",
  endTitle: (name: string) => `Disconnect “${name}”?`,
  endText: "Nothing is deleted there. The server forgets the password.",
  ended: (name: string) => `“${name}” is disconnected`,
  decision: "Events that came from there",
  decisions: { keep: "Keep as ours", remove: "Remove here" },
  decisionHints: {
    keep: "They become your household’s own events. Changes no longer go there.",
    remove: "They leave your calendar here. Nothing is deleted there.",
  },
  preset: "What you connect",
  presets: {
    icloud: "iCloud",
    fastmail: "Fastmail",
    nextcloud: "Nextcloud",
    mailbox: "mailbox.org",
    radicale: "Radicale",
    other: "Another CalDAV server",
    google: "Google",
  },
  presetHints: {
    icloud:
      "iCloud wants an app-specific password. Make one at appleid.apple.com under Sign-In and Security → App-Specific Passwords.",
    fastmail:
      "Fastmail wants an app password. Make one in its settings under Privacy & Security, for Calendars (CalDAV).",
    nextcloud: "Make an app password in Nextcloud’s settings under Security. Your own works only without two factors.",
    mailbox: "Sign in with your whole mail address. With two factors, make an app password first.",
    radicale: "The address of your Radicale server, and the user and password that it knows.",
    other: "Its help or its settings name the CalDAV address. Often the address of the server is enough.",
    google: "Google wants a client of your household’s own. Making it takes ten minutes, and only once.",
  },
  name: "Name",
  nameHint: "Activity names the account by it.",
  names: (member: string, provider: string) => `${member}’s ${provider}`,
  ownCalendar: "calendar",
  address: "Address",
  cloud: "Address of your cloud",
  addressWrong: "Paste the whole address, from https:// on",
  plain: "This address is plain http: on the way, others could read the password and your events.",
  username: "User name",
  usernameMissing: "A user name is needed.",
  password: "Password",
  passwordHint: "The server keeps it sealed, and never shows it again.",
  passwordMissing: "A password is needed.",
  connect: "Connect",
  asking: "Asking the server. This can take half a minute.",
  originTitle: (host: string) => `Your calendars are on ${host}`,
  originText: (host: string) =>
    `Send the password to ${host}, too? The first server says that your calendars are there.`,
  originConfirm: "Send it there",
  /**
   * Sentences that explain why an account could not be connected, by error code. `appPassword` is for a password that
   * iCloud refused.
   */
  refusals: {
    no_answer: "Nothing answers at this address.",
    no_calendar: "There are no calendars at this address. Look for the CalDAV address of the service.",
    not_https: "The address must begin with https://.",
    limit_reached: "Its answer is larger than 20 MB.",
    unprocessable: "It does not take a password by Basic authentication, the only way that is supported.",
    appPassword: "iCloud did not accept it. It wants an app-specific password, not the one of your Apple Account.",
  },
  google: {
    title: "Connect Google",
    again: "Sign in at Google again",
    guide: "Make a client for your household",
    console: "Open Google’s console",
    steps: consoleSteps,
    redirect: "Redirect address",
    clientId: "Client ID",
    clientSecret: "Client secret",
    idMissing: "Paste the client ID",
    secretMissing: "Paste the client secret",
    saved: "The client for Google is saved",
    adultOnly: "An adult must first make a client for your household here.",
    isSet: (id: string) => `Your household’s client: ${id}`,
    other: "Use another client",
    signIn: "Sign in at Google",
    asks: "Google asks whether Inglenook may see and change your calendars. Leave every box ticked.",
    returns: "Then it leads back here.",
    unverified: "If Google says that it has not verified the app, choose Advanced, then “Go to …”.",
    open: "Open Google’s page",
    leaves:
      "At the end, Google leads to an address that begins with http://127.0.0.1. Only a browser on the server itself can open it: elsewhere the page fails. That is all right.",
    paste: "Copy the address of that page, and paste it here within ten minutes.",
    address: "Address of that page",
    addressMissing: "Paste the whole address of that page",
    finish: "Connect",
    finishing: "Signing in at Google …",
    failed: "Google did not connect",
    retry: "Begin again",
    faults: {
      unknown: "The address belongs to no sign-in that you began in the last ten minutes. Begin again.",
      declined: "The sign-in was declined on Google’s page. Begin again, and allow it.",
      scope: "A permission is missing. Begin again, and leave every box of Google’s page ticked.",
      client: "Google does not know this client or its secret. Check both.",
      used: "The address was used already, or is too old. Begin again.",
      other: "That is another Google account. Sign in to the one that is connected here.",
      noClient: "Make a client for your household first.",
    },
  },
  calendarList: {
    title: (name: string) => `Calendars of “${name}”`,
    choose: "Choose which of them show here, and how.",
    none: "This account has no calendars",
    modes: { off: "Off", in: "Shown here", out: "Takes copies", both: "Both ways" },
    gone: "The account no longer offers it",
    of: (who: string) => `for ${who}`,
    events,
    change: "Change",
    changeOf: (name: string) => `Change: ${name}`,
    othersOnly: (name: string) => `Only ${name} can change this.`,
    states: {
      fresh: "Up to date",
      failing: "Last try failed",
      held: "On hold",
      stale: "Out of date",
      failed: "Does not work",
    },
    failures: (count: number) =>
      plural(count, { one: "# event could not be copied", other: "# events could not be copied" }),
    untitled: "Event without a title",
    retryAt: (when: string) => `Next try ${when}`,
    retry: "Try again",
    retryOf: (name: string) => `Try again: ${name}`,
    runs: "Last runs",
    run: (counts: readonly string[]) => (counts.length === 0 ? "nothing new" : counts.join(", ")),
    counts: {
      added: (count: number) => `${number(count)} new`,
      changed: (count: number) => `${number(count)} changed`,
      deleted: (count: number) => `${number(count)} deleted`,
      sent: (count: number) => `${number(count)} sent`,
      failed: (count: number) => `${number(count)} failed`,
    },
    took: (ms: number) => `${number(ms)} ms`,
  },
  choice: {
    mode: "What happens with it",
    modes: {
      off: "Off",
      in: "Show its events",
      out: "Copy events to it",
      both: "Both ways",
    },
    modeHints: {
      off: "Nothing of it is shown here.",
      in: "Its events show here, and are changed there.",
      out: "Events that you choose are copied to it. Its own events do not show here.",
      both: "Its events show here. What changes here changes there, and the other way.",
    },
    readOnly: "The account may only read this calendar, so nothing can be sent to it.",
    name: "Name",
    who: "Whom it concerns",
    generalHint: "Its events count as everyone’s too.",
    privacy: "Private events",
    privacies: { busy: "Times only", full: "All of it", hidden: "Not at all" },
    privacyHint: "How others see events that are marked as private there.",
    isDefault: "New events of mine also go there",
    isDefaultHint: "Events made here that concern you, unless you choose other calendars for them.",
  },
  /** Sentences about the errors of a sync, an event or an account, by error code. */
  faults: {
    denied: "It did not accept the password, or the permission has ended. Sign in again.",
    no_basic: "It does not take a password by Basic authentication, the only way that is supported.",
    no_answer: "It does not answer.",
    busy: "It asks to be left alone for a while. It is tried again by itself.",
    gone: "It does not exist there any more.",
    no_calendar: "It answers, but not as a calendar does.",
    too_large: "It answers with more than 20 MB.",
    home_network:
      "Its address leads into your own network. Whoever runs the server can allow it with CALENDAR_ORIGINS.",
    not_https: "Its address must begin with https://.",
    other_origin: "It leads to another server, which you have not confirmed. Sign in again to confirm it.",
    refused: "It does not accept this event.",
    failed: "Its server fails over this event. It is tried again by itself.",
    full: "The account has no room left.",
    held: "It would delete most of its events. It waits for you.",
    interrupted: "The run was interrupted. The next one goes on.",
    key_lost: "This server can’t open its password with the key that it has now. Sign in again.",
    test_grant:
      "Google ended it after a week, because the app is in testing. Publish it in Google’s console (Audience → Publish app), then sign in again.",
    bouncing: "It keeps changing back, so it rests for a while.",
    taken_id: "There, it has the id of another event. What is here stays.",
    not_taken: "What it says there can’t be taken over. What is here stays.",
    not_read: "Its server does not let it be read. What is here stays.",
    conflict: "It was changed there at the same time, several times. It is tried again.",
    unknown: "It did not work.",
  } satisfies Readonly<Record<Fault, string>>,
};
