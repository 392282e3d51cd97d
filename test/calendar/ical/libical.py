"""Offsets by libical. Reads lines of JSON {"text", "walls"}; writes a line of JSON with seconds for each.

Needs Debian's python3-gi and gir1.2-ical-3.0.
"""

import json
import sys

import gi

gi.require_version("ICalGLib", "3.0")
from gi.repository import ICalGLib  # noqa: E402

for line in sys.stdin:
    case = json.loads(line)
    calendar = ICalGLib.Component.new_from_string(case["text"])
    found = calendar.get_first_component(ICalGLib.ComponentKind.VTIMEZONE_COMPONENT)
    zone = ICalGLib.Timezone.new()
    zone.set_component(found.clone())
    offsets = [zone.get_utc_offset(ICalGLib.Time.new_from_string(wall))[0] for wall in case["walls"]]
    print(json.dumps(offsets), flush=True)
