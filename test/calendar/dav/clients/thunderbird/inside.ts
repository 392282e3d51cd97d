/**
 * Runs in Thunderbird itself, by its own calendar: what its windows do when somebody clicks. Has no imports: it is sent
 * as text.
 */

declare const Services: any; // Exist in Thunderbird.
declare const ChromeUtils: any;
declare const Components: any;

export type Inside = ReturnType<typeof inside>;

/** A start and an end, such as `20330502T100000`. */
type Span = readonly [from: string, to: string];

/** Calendars have labels, which the caller chooses. An instance is named by its original start. */
export function inside() {
  const { classes: Cc, interfaces: Ci } = Components;
  const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
  const { CalEvent } = ChromeUtils.importESModule("resource:///modules/CalEvent.sys.mjs");
  const { CalAddTransaction, CalModifyTransaction, CalDeleteTransaction } = ChromeUtils.importESModule(
    "resource:///modules/CalTransactionManager.sys.mjs",
  );
  const alarms = Cc["@mozilla.org/calendar/alarm-service;1"].getService(Ci.calIAlarmService).wrappedJSObject;
  const calendars = new Map<string, any>();
  const requests: string[] = [];
  const hosts = new Set<string>();
  let conflicts = 0;

  const note = (channel: any) => {
    const { requestMethod, URI } = channel.QueryInterface(Ci.nsIHttpChannel);
    requests.push(`${requestMethod} ${URI.spec}`);
    hosts.add(URI.hostPort);
  };
  Services.obs.addObserver(note, "http-on-modify-request");

  // Overwrites, as somebody who reads the question and insists.
  Services.ww.registerNotification((opened: any, topic: string) => {
    if (topic !== "domwindowopened") return;
    opened.addEventListener("load", () => {
      if (!opened.location.href.endsWith("/calendar-conflicts-dialog.xhtml")) return;
      conflicts++;
      opened.setTimeout(() => opened.document.querySelector("dialog").acceptDialog());
    });
  });

  const calendarOf = (label: string) => calendars.get(label);
  // After a restart.
  for (const each of cal.manager.getCalendars()) calendars.set(each.getProperty("proof.label"), each);

  // The interface returns nothing to wait for.
  const refreshed = (label: string): Promise<void> => calendarOf(label).wrappedJSObject.refresh();
  const utc = (time: any) => {
    const shown = time.clone();
    if (shown.timezone.isFloating) shown.timezone = cal.dtz.defaultTimezone;
    return new Date(shown.nativeTime / 1_000).toISOString();
  };
  const dateOf = ({ year, month, day }: any) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
  const timeOf = (time: any) => (time.isDate ? dateOf(time) : utc(time));

  async function itemOf(label: string, title: string): Promise<any> {
    const filter = Ci.calICalendar.ITEM_FILTER_ALL_ITEMS;
    const items = await calendarOf(label).getItemsAsArray(filter, 0, null, null);
    const found = items.filter((item: any) => item.title === title);
    if (found.length !== 1) throw new Error(`${found.length} events are called ${title}`);
    return found[0];
  }

  function occurrenceOf(item: any, time: string): any {
    const start = cal.createDateTime(time);
    start.timezone = item.startDate.timezone;
    return item.recurrenceInfo.getOccurrenceFor(start).clone();
  }

  /** A VEVENT's lines. */
  const eventOf = (lines: readonly string[]) => new CalEvent(["BEGIN:VEVENT", ...lines, "END:VEVENT", ""].join("\r\n"));

  function setTimes(item: any, [from, to]: Span): void {
    for (const [name, text] of [
      ["startDate", from],
      ["endDate", to],
    ] as const) {
      const time = cal.createDateTime(text);
      if (!time.isDate) time.timezone = item.startDate.timezone;
      item[name] = time;
    }
  }

  type Change = {
    readonly title?: string;
    readonly times?: Span;
    readonly rule?: string;
    readonly categories?: string[];
    readonly reminder?: number;
  };

  function apply(item: any, { title, times, rule, categories, reminder }: Change): void {
    if (title !== undefined) item.title = title;
    if (times !== undefined) setTimes(item, times);
    if (categories !== undefined) item.setCategories(categories);
    if (rule !== undefined) {
      const info = item.recurrenceInfo;
      for (const each of info.getRecurrenceItems()) if (!each.isNegative) info.deleteRecurrenceItem(each);
      info.appendRecurrenceItem(cal.createRecurrenceRule(rule));
    }
    if (reminder !== undefined) {
      const [alarm] = eventOf([
        "UID:alarm",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        `TRIGGER:-PT${reminder}M`,
        "END:VALARM",
      ]).getAlarms();
      item.clearAlarms();
      item.addAlarm(alarm);
    }
  }

  /**
   * Thunderbird synchronises after it has written. If it wrote again at that moment, it could keep an event twice: it asks
   * for it by both ways, and stores both answers. A refresh without a connection would be its last one until a restart.
   */
  async function settle(write: Promise<unknown>, label: string): Promise<void> {
    await write;
    if (!Services.io.offline) await refreshed(label);
  }

  const modify = (label: string, item: any, before: any): Promise<void> =>
    settle(new CalModifyTransaction(item, item.calendar, before, null).doTransaction(), label);

  return {
    /** Adds a calendar as “New Calendar → On the Network” does, with the password saved. */
    async find(username: string, password: string, location: string) {
      const found = await cal.provider.caldav.detectCalendars(username, password, location, false);
      const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo);
      login.init(new URL(location).origin, null, "Inglenook", username, password, "", "");
      await Services.logins.addLoginAsync(login);
      return found.map((each: any) => {
        calendars.set(`${username} ${each.name}`, each);
        return { name: each.name, color: each.getProperty("color"), readOnly: each.readOnly };
      });
    },

    async subscribe(username: string, name: string, label: string) {
      const found = calendars.get(`${username} ${name}`);
      found.setProperty("cache.enabled", true);
      // It is refreshed when a step asks for it.
      found.setProperty("refreshInterval", "0");
      cal.manager.registerCalendar(found);
      calendars.set(label, cal.manager.getCalendarById(found.id));
      calendarOf(label).setProperty("proof.label", label);
      await refreshed(label);
    },

    refresh: (label: string) => refreshed(label),

    state(label: string) {
      const calendar = calendarOf(label);
      const isDisabled = calendar.getProperty("disabled") === true;
      return { isWritable: cal.acl.isCalendarWritable(calendar), isDisabled };
    },

    async add(label: string, lines: string[]) {
      await settle(new CalAddTransaction(eventOf(lines), calendarOf(label), null, null).doTransaction(), label);
    },

    async change(label: string, title: string, change: Change) {
      const before = await itemOf(label, title);
      const item = before.clone();
      apply(item, change);
      await modify(label, item, before);
    },

    async changeInstance(label: string, title: string, time: string, change: Change) {
      const before = await itemOf(label, title);
      const item = before.clone();
      const instance = occurrenceOf(item, time);
      apply(instance, change);
      item.recurrenceInfo.modifyException(instance, true);
      await modify(label, item, before);
    },

    async deleteInstance(label: string, title: string, time: string) {
      const before = await itemOf(label, title);
      const item = before.clone();
      item.recurrenceInfo.removeOccurrenceAt(occurrenceOf(item, time).recurrenceId);
      await modify(label, item, before);
    },

    async delete(label: string, title: string) {
      const item = await itemOf(label, title);
      await settle(new CalDeleteTransaction(item, item.calendar, null, null).doTransaction(), label);
    },

    async moveToCalendar(label: string, title: string, target: string) {
      const before = await itemOf(label, title);
      const item = before.clone();
      item.calendar = calendarOf(target);
      await modify(label, item, before);
      await refreshed(target);
    },

    /** Snoozes the reminder of a whole event, or of one instance. */
    async snooze(label: string, title: string, time: string | null, minutes: number) {
      const item = await itemOf(label, title);
      const duration = cal.createDuration(`PT${minutes}M`);
      const snoozed = time === null ? item : occurrenceOf(item, time);
      await settle(alarms.snoozeAlarm(snoozed, item.getAlarms()[0], duration), label);
    },

    async dismiss(label: string, title: string) {
      const item = await itemOf(label, title);
      await settle(alarms.dismissAlarm(item, item.getAlarms()[0]), label);
    },

    /** Title, start and end of each instance. */
    async shown(label: string, from: string, to: string): Promise<string[]> {
      const filter = Ci.calICalendar.ITEM_FILTER_TYPE_EVENT | Ci.calICalendar.ITEM_FILTER_CLASS_OCCURRENCES;
      const range = [cal.createDateTime(from), cal.createDateTime(to)];
      const found: any[] = await calendarOf(label).getItemsAsArray(filter, 0, ...range);
      return found.map(({ title, startDate, endDate }) => `${title} ${timeOf(startDate)} ${timeOf(endDate)}`).sort();
    },

    /** The event as iCalendar, without its time zone. */
    async text(label: string, title: string): Promise<string> {
      const { icalString } = await itemOf(label, title);
      return icalString.slice(icalString.indexOf("BEGIN:VEVENT"));
    },

    isException: async (label: string, title: string, time: string): Promise<boolean> => {
      const item = await itemOf(label, title);
      return item.recurrenceInfo.getExceptionFor(occurrenceOf(item, time).recurrenceId) !== null;
    },

    /** Adds an event like somebody who unticks “Read Only”. Returns the error. */
    async addAnyway(label: string, lines: string[]): Promise<string | null> {
      const calendar = calendarOf(label);
      calendar.readOnly = false;
      try {
        await calendar.addItem(eventOf(lines));
        return null;
      } catch (error) {
        return (error as Error).message;
      } finally {
        calendar.readOnly = true;
      }
    },

    setOffline(isOffline: boolean) {
      Services.io.offline = isOffline;
    },

    /** Empties the list. */
    takeRequests: (): string[] => requests.splice(0),
    hosts: (): string[] => [...hosts],
    conflictsAnswered: () => conflicts,
  };
}
