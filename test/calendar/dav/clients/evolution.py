"""Drives evolution-data-server: reads lines of JSON commands, writes a line of JSON for each.

Needs a session bus (dbus-run-session), Debian's evolution-data-server, gir1.2-ecal-2.0 and python3-gi.
"""
import json
import sys
import time

import gi

gi.require_version("EDataServer", "1.2")
gi.require_version("ECal", "2.0")
gi.require_version("ICalGLib", "3.0")
from gi.repository import ECal, EDataServer, GLib, ICalGLib  # noqa: E402

WAIT_SECONDS = 20


def turn(until):
    """Runs the main loop until a condition holds."""
    context = GLib.MainContext.default()
    end = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < end:
        while context.pending():
            context.iteration(False)
        if until():
            return True
        time.sleep(0.02)
    return False


def connect(host, port, path, user, password):
    registry = EDataServer.SourceRegistry.new_sync(None)
    source = EDataServer.Source.new(None, None)
    source.set_display_name("Family")
    source.set_parent("caldav-stub")
    calendar = source.get_extension(EDataServer.SOURCE_EXTENSION_CALENDAR)
    calendar.set_backend_name("caldav")
    authentication = source.get_extension(EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
    authentication.set_host(host)
    authentication.set_port(port)
    authentication.set_user(user)
    authentication.set_method("plain/password")
    source.get_extension(EDataServer.SOURCE_EXTENSION_SECURITY).set_method("none")
    webdav = source.get_extension(EDataServer.SOURCE_EXTENSION_WEBDAV_BACKEND)
    webdav.set_resource_path(path)
    webdav.set_calendar_auto_schedule(False)
    source.get_extension(EDataServer.SOURCE_EXTENSION_OFFLINE).set_stay_synchronized(True)
    registry.commit_source_sync(source, None)
    turn(lambda: registry.ref_source(source.get_uid()) is not None)
    source = registry.ref_source(source.get_uid())
    credentials = EDataServer.NamedParameters.new()
    credentials.set("username", user)
    credentials.set("password", password)

    def give(*_):
        source.invoke_authenticate(credentials, None, None)

    source.connect("credentials-required", give)
    opened = []
    ECal.Client.connect(
        source, ECal.ClientSourceType.EVENTS, 0, None, lambda _, result: opened.append(ECal.Client.connect_finish(result))
    )
    if not turn(lambda: opened):
        raise RuntimeError("evolution-data-server did not open the calendar")
    client = opened[0]
    connected = EDataServer.SourceConnectionStatus.CONNECTED
    if not turn(lambda: source.get_connection_status() == connected and client.is_online()):
        raise RuntimeError("evolution-data-server did not connect: %s" % source.get_connection_status())
    turn(lambda: not client.is_readonly())
    return registry, client


def refresh(client):
    client.refresh_sync(None)


def texts(client):
    _, components = client.get_object_list_sync("#t", None)
    return [component.as_ical_string() for component in components]


def component_of(text):
    return ICalGLib.Component.new_from_string(text)


def run(client, command):
    do = command["do"]
    if do == "list":
        refresh(client)
        return texts(client)
    if do == "wait":
        # Refreshing goes on after the call has returned.
        def is_there():
            refresh(client)
            return any(command["text"] in text for text in texts(client)) == command["there"]

        return turn(is_there)
    if do == "add":
        _, uid = client.create_object_sync(component_of(command["text"]), ECal.OperationFlags.NONE, None)
        return uid
    if do == "change":
        kind = getattr(ECal.ObjModType, command["of"])
        client.modify_object_sync(component_of(command["text"]), kind, ECal.OperationFlags.NONE, None)
        return True
    if do == "delete":
        kind = getattr(ECal.ObjModType, command["of"])
        client.remove_object_sync(command["uid"], command.get("rid"), kind, ECal.OperationFlags.NONE, None)
        return True
    if do == "get":
        _, component = client.get_object_sync(command["uid"], command.get("rid"), None)
        return component.as_ical_string()
    raise ValueError(do)


def main():
    host, port, path, user, password = sys.argv[1:6]
    registry, client = connect(host, int(port), path, user, password)
    print(json.dumps({"answer": "connected"}), flush=True)
    for line in sys.stdin:
        try:
            answer = {"answer": run(client, json.loads(line))}
        except Exception as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
    del registry


main()
