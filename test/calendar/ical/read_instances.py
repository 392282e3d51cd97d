"""Instances by recurring_ical_events. Reads lines of JSON {"path", "from", "to"} in seconds; writes a line of JSON
with [start, end, isDate] for each, or an error. Times without a zone count as UTC; cancelled events are left out.

Needs Debian's python3-recurring-ical-events.
"""

import json
import sys
from datetime import datetime, timezone

import recurring_ical_events
from icalendar import Calendar


def seconds(when):
    if not isinstance(when, datetime):
        when = datetime(when.year, when.month, when.day)
    return int((when if when.tzinfo else when.replace(tzinfo=timezone.utc)).timestamp())


def utc(at):
    return datetime.fromtimestamp(at, timezone.utc)


def instances(case):
    with open(case["path"], "rb") as file:
        calendar = Calendar.from_ical(file.read())
    for event in recurring_ical_events.of(calendar).between(utc(case["from"]), utc(case["to"])):
        if event.name == "VEVENT" and event.get("STATUS", "").upper() != "CANCELLED":
            start = event["DTSTART"].dt
            yield [seconds(start), seconds(event["DTEND"].dt), not isinstance(start, datetime)]


for line in sys.stdin:
    try:
        print(json.dumps(list(instances(json.loads(line)))), flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
