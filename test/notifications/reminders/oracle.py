"""What a household's reminders must be, by the rules alone.

Reads one history a line from standard input, and writes one answer a line. Written from the rules of reminders and not
from the program: it expands repetitions with dateutil, keeps time with zoneinfo, and looks at every possible reminder.

  oracle.py --changes ZONE...   instead writes each zone's clock changes, so that other data about zones can be noticed
"""

import json
import sys
from bisect import bisect_left, bisect_right
from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
EPOCH = datetime(1970, 1, 1)
UTC_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
LONG_AGO = -(10**18)


# Time. A wall time is a naive datetime; an instant is in milliseconds.


def naive(wall_ms):
    return EPOCH + timedelta(milliseconds=wall_ms)


def wall_ms(moment):
    return (moment - EPOCH) // timedelta(milliseconds=1)


@lru_cache(maxsize=200_000)
def instant(zone, wall):
    """fold=0: a skipped time counts with the offset before the gap, a repeated one is the first."""
    return (wall.replace(tzinfo=ZoneInfo(zone)) - UTC_EPOCH) // timedelta(milliseconds=1)


@lru_cache(maxsize=200_000)
def local(zone, at):
    return (UTC_EPOCH + timedelta(milliseconds=at)).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


@lru_cache(maxsize=50_000)
def iso(at):
    text = (EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds")
    return text + "Z"


@lru_cache(maxsize=10_000)
def clock(text):
    hours, minutes = text.split(":")
    return timedelta(hours=int(hours), minutes=int(minutes))


def midnight(day):
    return datetime(day.year, day.month, day.day)


def on(zone, day, text):
    return instant(zone, midnight(day) + clock(text))


def starts(zone, day):
    return instant(zone, midnight(day))


@lru_cache(maxsize=50_000)
def exists(zone, day):
    return starts(zone, day) < starts(zone, day + timedelta(days=1))


def days_between(zone, low, high):
    """Dates that may hold an instant of the range, and that the zone did not skip."""
    day = local(zone, low).date() - timedelta(days=2)
    last = local(zone, high).date() + timedelta(days=2)
    while day <= last:
        if exists(zone, day):
            yield day
        day += timedelta(days=1)


def end_of_day(zone, day, due):
    return max(starts(zone, day + timedelta(days=1)), due + HOUR)


# Events.


class Instance:
    __slots__ = ("slot", "all_day", "first", "last", "begin", "end", "details")

    def extent(self, zone):
        if not self.all_day:
            return self.begin, self.end
        return instant(zone, self.first), instant(zone, self.last)


@lru_cache(maxsize=4_000)
def rule_of(text, start_ms):
    return rrulestr(text, dtstart=naive(start_ms))


def walls_of(event, low, high):
    """Wall times of the event's dates, also moved and cancelled ones, with some to spare."""
    start = naive(event["startWall"])
    if event["rule"] is None:
        return [start]
    rule = rule_of(event["rule"], event["startWall"])
    low, high = max(low, start), min(high, datetime(2199, 1, 1))
    return rule.between(low, high, inc=True) if low <= high else []


def is_general(details):
    set_by_hand = details["isGeneral"]
    return set_by_hand if set_by_hand is not None else not details["memberIds"]


def instances(event, low, high):
    """All that begin between two instants, give or take; exceptions applied."""
    zone = event["timeZone"]
    margin = timedelta(days=3)
    exceptions = {each["wall"]: each for each in event["exceptions"]}
    walls = {wall_ms(wall) for wall in walls_of(event, naive(low) - margin, naive(high) + margin)}
    walls |= set(exceptions)
    length = event["endWall"] - event["startWall"]
    seen = set()
    found = []
    for wall in sorted(walls):
        at = wall if event["allDay"] else instant(zone, naive(wall))
        if at in seen:
            continue
        seen.add(at)
        details = {key: event[key] for key in ("title", "location", "memberIds", "isGeneral")}
        details["minutes"] = minutes_of(event)
        one = Instance()
        one.slot = at
        one.all_day = event["allDay"]
        if one.all_day:
            one.first, one.last = naive(wall), naive(wall + length)
        else:
            end = instant(zone, naive(wall + length))
            # Where the clock skips start and end, an instance keeps its length.
            one.begin, one.end = at, end if end > at else at + max(0, length)
        exception = exceptions.get(wall)
        if exception:
            if exception["cancelled"]:
                continue
            own = exception["own"]
            details.update({key: own[key] for key in ("title", "memberIds", "isGeneral") if key in own})
            if "reminderMinutesList" in own:
                details["minutes"] = minutes_of(own)
            times = exception["times"]
            if times:
                one.all_day = times["allDay"]
                if one.all_day:
                    one.first, one.last = naive(times["startAt"]), naive(times["endAt"])
                else:
                    one.begin, one.end = times["startAt"], times["endAt"]
        one.details = details
        found.append(one)
    return found


def minutes_of(reminders):
    """None: the household's default; an empty list: none."""
    if reminders["reminderMinutesList"]:
        return sorted(set(reminders["reminderMinutesList"]))
    if reminders["reminderMinutes"] is None:
        return None
    return [] if reminders["reminderMinutes"] == -1 else [reminders["reminderMinutes"]]


class Calendar:
    """Remembers instances of each event by blocks of time, because rules are slow to expand."""

    BLOCK = 64 * DAY

    def __init__(self):
        self.blocks = {}

    def between(self, event, low, high):
        if event["rule"] is None:
            key = id(event)
            if key not in self.blocks:
                self.blocks[key] = (event, instances(event, event["startWall"], event["startWall"]))
            return self.blocks[key][1]
        found = {}
        for block in range(low // self.BLOCK, high // self.BLOCK + 1):
            key = (id(event), block)
            if key not in self.blocks:
                # The event is kept too: its identity must not be given to another one.
                made = instances(event, block * self.BLOCK, (block + 1) * self.BLOCK)
                self.blocks[key] = (event, made)
            for each in self.blocks[key][1]:
                found.setdefault(each.slot, each)
        return list(found.values())


# Who.


def looks_after(home, adult):
    """Members who cannot be reached, and for whom this one is reminded too."""
    if adult["role"] not in ("owner", "adult"):
        return []
    also = adult["preferences"]["alsoFor"]
    return [
        each["id"]
        for each in home["members"]
        if each is not adult and not each["isReachable"] and (also is None or each["id"] in also)
    ]


def told(home, named, general):
    """(member, whom it concerns) for each person who gets it. Household-wide events have no keepers."""
    for member in home["members"]:
        concerns = {each for each in looks_after(home, member) if each in named}
        if member["id"] in named or (general and member["preferences"]["general"]):
            concerns.add(member["id"])
        if concerns:
            yield member, [each["id"] for each in home["members"] if each["id"] in concerns]


# Moments: everything that rings in (low, high].


def moments(home, low, high, calendar):
    out = []

    def add(member, about, kind, subject, slot, minutes, occurrence_key, due, expires, facts, changed, list_id=None):
        if low < due <= high:
            stamps = (changed, home["changedAt"], member["changedAt"])
            out.append(
                {
                    "memberId": member["id"],
                    "about": about,
                    "kind": kind,
                    "subject": subject,
                    "listId": list_id,
                    "slot": slot,
                    "minutes": minutes,
                    "occurrenceKey": occurrence_key,
                    "dueAt": due,
                    "expiresAt": expires,
                    "facts": facts,
                    "stamps": stamps,
                }
            )

    zone = home["timeZone"]
    days = list(days_between(zone, low, high))
    by_id = {each["id"]: each for each in home["members"]}
    for event in home["events"]:
        event_rings(home, event, low, high, calendar, add)
    for task in home["tasks"]:
        member = by_id.get(task["memberId"])
        if member and member["preferences"]["taskAt"] is not None:
            day = date.fromisoformat(task["dueDate"])
            due = on(zone, day, member["preferences"]["taskAt"])
            facts = {"type": "task", "label": task["label"], "dueDate": task["dueDate"]}
            subject = ("task", task["id"])
            text = task["dueDate"]
            expires = end_of_day(zone, day, due)
            add(member, [member["id"]], "task", subject, text, -1, text, due, expires, facts, task["changedAt"])
    for chore in home["chores"]:
        if chore["dueTime"] is None:
            continue
        for day in days:
            due = on(zone, day, chore["dueTime"])
            if not low < due <= high:
                continue
            facts = {"type": "chore", "name": chore["name"], "emoji": chore["emoji"], "date": day.isoformat()}
            facts |= {"dueTime": chore["dueTime"], "isTurn": chore["assignment"] == "rotate"}
            named = has_to_do(chore, day)
            for member, about in told(home, named, False):
                subject = ("chore", chore["id"])
                expires = end_of_day(zone, day, due)
                changed = chore["changedAt"]
                add(member, about, "chore", subject, day.isoformat(), -1, iso(due), due, expires, facts, changed)
    for check in home["checkIns"]:
        if not (check["notify"] and check["active"]):
            continue
        for day in days:
            if day.isoweekday() not in check["daysOfWeek"] or day.isoformat() < check["firstDay"]:
                continue
            for text in check["times"]:
                due = on(zone, day, text)
                for who in check["assigneeIds"]:
                    if who not in by_id or f"{day.isoformat()} {text} {who}" in check["answered"]:
                        continue
                    facts = {"type": "check_in", "date": day.isoformat(), "time": text}
                    facts |= {key: check[key] for key in ("name", "question", "presetKey")}
                    subject = ("check_in", check["id"])
                    slot = f"{day.isoformat()}T{text}"
                    expires = due + 3 * HOUR
                    changed = check["changedAt"]
                    add(by_id[who], [who], "check_in", subject, slot, -1, iso(due), due, expires, facts, changed)
    for item in home["items"]:
        wall = local(zone, item["dueAt"])
        if (wall.hour, wall.minute) in ((23, 59), (0, 0)) or item["memberId"] not in by_id:
            continue
        due = item["dueAt"]
        facts = {"type": "item", "content": item["content"], "listName": item["listName"], "dueAt": due}
        expires = end_of_day(zone, wall.date(), due)
        who = item["memberId"]
        subject = ("block", item["id"])
        changed = item["changedAt"]
        add(by_id[who], [who], "item", subject, iso(due), -1, iso(due), due, expires, facts, changed, item["listId"])
    for member in home["members"]:
        text = member["preferences"]["summaryAt"]
        if text is None:
            continue
        for day in days:
            due = on(zone, day, text) + home["summaryDelay"]
            if not low < due <= high:
                continue
            facts = summary(home, member, day, calendar)
            if facts:
                name = day.isoformat()
                subject = ("household", "")
                who = [member["id"]]
                add(member, who, "summary", subject, name, -1, name, due, due + 4 * HOUR, facts, LONG_AGO)
    change_rings(home, add)
    for key in home["keys"]:
        due = key["expiresAt"] - 7 * DAY
        facts = {"type": "system", "what": "key_expires", "label": key["name"], "reason": None, "at": key["expiresAt"]}
        for member in home["members"]:
            if member["role"] in ("owner", "adult"):
                subject = ("api_key", key["id"])
                slot = iso(key["expiresAt"])
                who = [member["id"]]
                add(member, who, "system", subject, slot, -1, iso(due), due, due + DAY, facts, LONG_AGO)
    return out


def event_rings(home, event, low, high, calendar, add):
    zone = home["timeZone"]
    for one in calendar.between(event, low - 3 * DAY, high + 31 * DAY):
        details = one.details
        begin, end = one.extent(zone)
        if not low - 3 * DAY <= begin <= high + 31 * DAY:
            continue
        facts = {"type": "event", "title": details["title"], "location": details["location"], "allDay": one.all_day}
        facts |= {"from": begin, "to": end, "firstDay": one.first.date().isoformat() if one.all_day else None}
        named = set(details["memberIds"])
        for member, about in told(home, named, is_general(details)):
            rings = {}
            for due, minutes in rings_of(home, one, begin, member):
                rings[due] = min(minutes, rings.get(due, minutes))
            for due, minutes in rings.items():
                subject = ("event", event["id"])
                expires = max(end, begin + HOUR)
                changed = event["changedAt"]
                slot = iso(one.slot)
                add(member, about, "event", subject, slot, minutes, iso(due), due, expires, facts, changed)


def rings_of(home, one, begin, member):
    explicit = one.details["minutes"]
    default = home["defaultReminderMinutes"]
    if not one.all_day:
        chosen = explicit if explicit is not None else ([] if default is None else [default])
        return [(begin - minutes * MINUTE, minutes) for minutes in chosen]
    if explicit is not None:
        return [(instant(home["timeZone"], one.first - timedelta(minutes=each)), each) for each in explicit]
    at = member["preferences"]["allDayAt"] or home["allDayReminder"]
    if default is None or at is None:
        return []
    wall = one.first - timedelta(days=at["daysBefore"]) + clock(at["time"])
    return [(instant(home["timeZone"], wall), -1)]


@lru_cache(maxsize=20_000)
def dates_of(rule, start, until):
    """Dates of a repetition up to a date."""
    first = date.fromisoformat(start)
    if rule is None:
        return [first]
    series = rrulestr(rule, dtstart=midnight(first))
    return [each.date() for each in series.between(midnight(first), midnight(until), inc=True)]


def falls_on(chore, day):
    known = dates_of(chore["recurrenceRule"], chore["startDate"], day + timedelta(days=-(day.toordinal() % 32) + 32))
    at = bisect_left(known, day)
    return at if at < len(known) and known[at] == day else None


def has_to_do(chore, day, today=False):
    """Ids of those who have it open on the date; for today also what is left of an earlier date, if it does not repeat."""
    if not chore["active"] or not chore["memberIds"]:
        return set()
    index = falls_on(chore, day)
    if index is None:
        if not (today and chore["recurrenceRule"] is None and chore["startDate"] < day.isoformat()):
            return set()
        index, day = 0, date.fromisoformat(chore["startDate"])
    doers = {each["memberId"] for each in chore["done"] if each["date"] == day.isoformat()}
    members = chore["memberIds"]
    if chore["assignment"] == "each":
        return set(members) - doers
    if doers:
        return set()
    return {members[index % len(members)]} if chore["assignment"] == "rotate" else set(members)


def summary(home, member, day, calendar):
    zone = home["timeZone"]
    begin, end = starts(zone, day), starts(zone, day + timedelta(days=1))
    who = member["id"]
    lines = []
    for event in home["events"]:
        for one in calendar.between(event, begin - 5 * DAY, end + DAY):
            low, high = one.extent(zone)
            if low >= end or not (high > begin or (low == high and low >= begin)):
                continue
            details = one.details
            if who in details["memberIds"] or (is_general(details) and member["preferences"]["general"]):
                lines.append((low, not one.all_day, details["title"], event["id"], one.slot))
    tasks = [each["dueDate"] for each in home["tasks"] if each["memberId"] == who]
    items = [each for each in home["items"] if each["memberId"] == who and local(zone, each["dueAt"]).date() == day]
    facts = {
        "type": "summary",
        "date": day.isoformat(),
        "events": [{"title": title, "allDay": not timed, "from": low} for low, timed, title, _, _ in sorted(lines)[:6]],
        "eventCount": len(lines),
        "taskCount": tasks.count(day.isoformat()),
        "overdueCount": sum(each < day.isoformat() for each in tasks),
        "choreCount": sum(who in has_to_do(each, day, today=True) for each in home["chores"]),
        "itemCount": len(items),
    }
    return facts if any(facts[key] for key in facts if key.endswith("Count")) else None


def change_rings(home, add):
    window = 3 * MINUTE
    folded = {}
    for change in home["changes"]:
        if change["what"] == "list_changed":
            folded.setdefault((change["subject"]["id"], change["at"] // window), []).append(change)
        else:
            folded[change["id"]] = [change]
    for key, changes in folded.items():
        first = changes[0]
        is_list = isinstance(key, tuple)
        slot = iso(key[1] * window) if is_list else first["id"]
        due = (key[1] + 2) * window if is_list else first["at"] + window
        for member in home["members"]:
            own = [each for each in changes if member["id"] in each["memberIds"]]
            if not own:
                continue
            names = list(dict.fromkeys(each["by"] for each in own))[:3]
            facts = {"type": "change", "what": first["what"], "by": ", ".join(names), "label": first["label"]}
            facts["count"] = len(own)
            subject = (first["subject"]["type"], first["subject"]["id"])
            changed = max(each["at"] for each in own)
            who = [member["id"]]
            add(member, who, "change", subject, slot, -1, iso(due), due, due + DAY, facts, changed, first["listId"])


# The engine, as the rules describe it.


class Engine:
    LOOK_BACK = 40 * HOUR

    def __init__(self, history):
        self.home = history["home"]
        self.channels = history["channels"]
        self.now = self.settled = history["start"]
        self.calendar = Calendar()
        self.known = set()
        self.notices = []
        self.deliveries = {}
        self.dropped = 0

    def play(self, step):
        what = step["do"]
        if what == "run":
            return self.run(step["for"])
        if what in ("off", "suspend"):
            self.now += step["for"]
        elif what == "jump":
            self.now += step["by"]
        elif what == "restore":
            self.settled = self.now
        elif what == "household":
            self.home = self.home | step["set"]
        elif what == "put":
            rows = list(self.home[step["to"]])
            places = [index for index, row in enumerate(rows) if row["id"] == step["row"]["id"]]
            if places:
                rows[places[0]] = step["row"]
            else:
                rows.append(step["row"])
            self.home = self.home | {step["to"]: rows}
        elif what == "remove":
            rows = [row for row in self.home[step["from"]] if row["id"] != step["id"]]
            self.home = self.home | {step["from"]: rows}
        else:
            raise ValueError(what)
        self.settle()

    def run(self, length):
        """A server that runs decides each moment when it is due; with nothing to do it looks once a day."""
        end = self.now + length
        due = sorted({each["dueAt"] for each in moments(self.home, self.now, end, self.calendar)})
        for at in [*due, end]:
            while self.settled + DAY < at:
                self.settled += DAY
            if at in due:
                self.now = at
                self.settle()
        if self.settled + DAY == end:
            self.settled = end
        self.now = end

    def settle(self):
        low, now = max(self.settled, self.now - self.LOOK_BACK), self.now
        self.settled = now
        if low >= now:
            return
        found = []
        for moment in moments(self.home, low, now, self.calendar):
            changed = max((stamp for stamp in moment["stamps"] if stamp <= now), default=LONG_AGO)
            if moment["dueAt"] >= changed - MINUTE and key_of(moment) not in self.known:
                found.append(moment)
        found.sort(key=lambda m: (m["dueAt"], m["memberId"], m["kind"], m["subject"][1], m["slot"], m["minutes"]))
        for member in self.home["members"]:
            own = [each for each in found if each["memberId"] == member["id"]]
            self.dropped += sum(now - each["dueAt"] > DAY for each in own)
            self.decide(member, [each for each in own if now - each["dueAt"] <= DAY])

    def decide(self, member, found):
        now = self.now
        late = [each for each in found if now - each["dueAt"] > 15 * MINUTE]
        timely = [each for each in found if now - each["dueAt"] <= 15 * MINUTE]
        quiet_end = end_of_quiet(member["preferences"]["quiet"], self.home["timeZone"], now)
        in_app = [
            each
            for each in self.notices
            if each["memberId"] == member["id"] and not each["isHidden"] and now - 10 * MINUTE < each["at"] <= now
        ]
        left = 30 - len(in_app) - (1 if late else 0)
        single, rest = timely[: max(left, 0)], timely[max(left, 0) :]
        held_channels = set()
        decided = []

        def decide_one(notice, ways, can_wait):
            if quiet_end is not None and can_wait:
                held_channels.update(ways)
                digest = {"kind": "quiet", "slot": iso(quiet_end)}
                decided.append(notice | {"digest": digest, "deliverAt": quiet_end, "channelIds": []})
            else:
                decided.append(notice | {"digest": None, "deliverAt": now, "channelIds": ways})

        if late:
            notice = digest_of(member, "catch_up", iso(now), now)
            decide_one(notice, self.ways(member, late), True)
            self.hide(decided, late, {"kind": "catch_up", "slot": iso(now)})
        for each in single:
            decide_one(self.notice(each), self.ways(member, [each]), waits(each))
        if rest:
            slot = str(now // (10 * MINUTE))
            all_wait = quiet_end is not None and all(map(waits, rest))
            more = {"digest": None, "deliverAt": quiet_end if all_wait else now, "channelIds": self.ways(member, rest)}
            decided.append(digest_of(member, "burst", slot, now) | more)
            self.hide(decided, rest, {"kind": "burst", "slot": slot})
        if any(each["digest"] and each["digest"]["kind"] == "quiet" for each in decided):
            ways = [each for each in self.channels[member["id"]] if each in held_channels]
            notice = digest_of(member, "quiet", iso(quiet_end), quiet_end) | {"isHidden": True}
            decided.append(notice | {"digest": None, "deliverAt": quiet_end, "channelIds": ways})
        for notice in decided:
            key = key_of(notice)
            if key not in self.known:
                self.known.add(key)
                self.notices.append(notice | {"at": now})
            for channel in notice["channelIds"]:
                self.deliveries.setdefault(f"{key} {channel}", notice["deliverAt"])

    def notice(self, moment):
        plain = {key: value for key, value in moment.items() if key != "stamps"}
        return plain | {"isHidden": False, "urgency": urgency(moment, self.now)}

    def hide(self, decided, moments, digest):
        for each in moments:
            more = {"isHidden": True, "digest": digest, "deliverAt": self.now, "channelIds": []}
            decided.append(self.notice(each) | more)

    def ways(self, member, moments):
        wanted = [member["preferences"]["kinds"][each["kind"]] for each in moments]
        return [way for way in self.channels[member["id"]] if any(each == "all" or way in each for each in wanted)]


def digest_of(member, kind, slot, due):
    return {
        "memberId": member["id"],
        "about": [member["id"]],
        "kind": kind,
        "subject": ("household", ""),
        "listId": None,
        "slot": slot,
        "minutes": -1,
        "occurrenceKey": slot,
        "dueAt": due,
        "expiresAt": due + DAY,
        "facts": {"type": "fold"},
        "isHidden": False,
        "urgency": "normal",
    }


def urgency(moment, now):
    if moment["kind"] == "check_in":
        return "high"
    if moment["kind"] == "summary":
        return "low"
    facts = moment["facts"]
    soon = moment["kind"] == "event" and not facts["allDay"] and facts["from"] <= now + HOUR
    return "high" if soon else "normal"


def waits(moment):
    """What has no time of its own."""
    return moment["kind"] in ("change", "system") or (moment["kind"] == "event" and moment["facts"]["allDay"])


def end_of_quiet(quiet, zone, now):
    if quiet is None or quiet["from"] == quiet["to"]:
        return None
    ends = []
    today = local(zone, now).date()
    for back in range(4):
        day = today - timedelta(days=back)
        begin = on(zone, day, quiet["from"])
        spans = quiet["from"] > quiet["to"]
        end = on(zone, day + timedelta(days=1) if spans else day, quiet["to"])
        if begin <= now < end:
            ends.append(end)
    return max(ends, default=None)


def key_of(notice):
    parts = (notice["memberId"], notice["kind"], notice["subject"][1], notice["slot"], notice["minutes"], notice["occurrenceKey"])
    return "|".join(map(str, parts))


def answer(history):
    engine = Engine(history)
    for step in history["steps"]:
        engine.play(step)
    for notice in engine.notices:
        notice["subject"] = {"type": notice["subject"][0], "id": notice["subject"][1]}
    return {
        "seed": history["seed"],
        "notices": engine.notices,
        "deliveries": engine.deliveries,
        "dropped": engine.dropped,
    }


def changes_of(zone):
    """Instants, in seconds, at which the offset changes, with the new offset."""
    info = ZoneInfo(zone)

    def offset(at):
        return int(datetime.fromtimestamp(at, info).utcoffset().total_seconds())

    found = []
    step = 6 * 3600
    low, high = (int(datetime(year, 1, 1, tzinfo=timezone.utc).timestamp()) for year in (2006, 2040))
    for begin in range(low, high, step):
        if offset(begin) == offset(begin + step):
            continue
        before, after = begin, begin + step
        while after - before > 1:
            middle = (before + after) // 2
            before, after = (middle, after) if offset(middle) == offset(begin) else (before, middle)
        found.append([after, offset(after)])
    return found


def main():
    if sys.argv[1:2] == ["--changes"]:
        print(json.dumps({zone: changes_of(zone) for zone in sys.argv[2:]}))
        return
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))))


if __name__ == "__main__":
    main()
