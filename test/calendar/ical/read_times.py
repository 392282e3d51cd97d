"""Times by icalendar. Reads lines of JSON {"text"}; writes a line of JSON with the times of each VEVENT, in seconds.

Needs Debian's python3-icalendar.
"""

import json
import sys
from datetime import datetime, timezone

from icalendar import Calendar


def moment(value):
    if value is None:
        return None
    when = value.dt
    if not isinstance(when, datetime):
        return {"at": int(datetime(when.year, when.month, when.day, tzinfo=timezone.utc).timestamp()), "isDate": True}
    return {"at": int(when.timestamp()), "isDate": False}


for line in sys.stdin:
    calendar = Calendar.from_ical(json.loads(line)["text"])
    events = [
        {name: moment(event.get(key)) for name, key in (("start", "DTSTART"), ("end", "DTEND"), ("slot", "RECURRENCE-ID"))}
        for event in calendar.walk("VEVENT")
    ]
    print(json.dumps(events), flush=True)
