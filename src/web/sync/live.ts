import { closeCodes, type LiveMessage, ping } from "#client/live/message.ts";
import { createStore } from "#web/lib/store.ts";
import type { Sync } from "./create-sync.ts";
import { noticesSource, notificationsSource } from "./notices.ts";
import type { Undo } from "./undo.ts";

const maxWaitMs = 10_000;
/** Maximum interval in milliseconds at which the app fetches the data if a proxy blocks WebSockets. */
const pollMs = 15_000;
/**
 * Time in milliseconds after which the app sends a ping if no message has arrived. After `deadMs` without a message,
 * the app opens a new connection.
 */
const idleMs = 20_000;
const deadMs = 30_000;
/** Value of `WebSocket.OPEN`. */
const open = 1;

/**
 * Creates the live channel of a tab. This function is separate from `createSync`, because only signed-in pages load the
 * live channel.
 */
export function createLive(
  { environment, connection, cache, revisions, outbox, preferences, age }: Sync,
  { dismissUndo }: Undo,
) {
  const { broadcast, now, timers } = environment;
  const { isConnected, isLive, serverAnswers } = connection;
  /** Whether the server runs another build of the app than this page. */
  const isOutdated = createStore(false);

  let revision: number | null = null;
  let build: string | null = null;
  let epoch: string | null = null;
  let failures = 0;
  let socket: WebSocket | null = null;
  let cancel: (() => void) | null = null;
  let lastMessageAt = 0;
  /**
   * Number of mounted screens that need the channel. If the member changes, the number can be 2 for a moment, because
   * the new screen may mount before the previous screen unmounts.
   */
  let screens = 0;

  /**
   * Opens the channel and keeps it open. Returns a function that closes the channel. Written here because partysocket
   * (2 to 3 kB compressed) only reconnects: it neither fetches data while WebSockets are blocked, nor detects a
   * connection without messages.
   */
  function stayLive(): () => void {
    screens++;
    const retryNow = () => {
      if (environment.isVisible() && !socket) connect();
    };
    const stopWatching = isConnected.watch(() => {
      if (!isConnected.get()) reconnect();
    });
    broadcast.addEventListener("visibilitychange", retryNow);
    broadcast.addEventListener("online", retryNow);
    const stopWatch = timers.every(5_000, checkSilence);
    connect();
    return () => {
      screens--;
      stopWatch();
      broadcast.removeEventListener("visibilitychange", retryNow);
      broadcast.removeEventListener("online", retryNow);
      stopWatching();
      if (screens === 0) close();
    };
  }

  function close(): void {
    cancel?.();
    cancel = null;
    const old = socket;
    socket = null;
    isLive.set(false);
    old?.close();
  }

  function reconnect(): void {
    close();
    const waitMs = Math.min(maxWaitMs, 300 * 2 ** failures) * (0.75 + Math.random() / 2);
    cancel = timers.after(waitMs, connect);
  }

  function connect(): void {
    close();
    const opened = environment.socket("/app/live");
    socket = opened;
    lastMessageAt = now();
    opened.onmessage = ({ data }) => hear(JSON.parse(String(data)) as LiveMessage);
    opened.onclose = ({ code }) => {
      if (socket !== opened) return;
      socket = null;
      isLive.set(false);
      if (code === closeCodes.signedOut) cache.invalidate(["member", "device"]);
      void handleClose();
    };
  }

  /**
   * Sends a ping if the socket has received nothing for `idleMs`. If the socket is not open by then, or stays silent
   * for `deadMs`, opens a new connection. A dead socket may send no event, for example after a tablet slept.
   */
  function checkSilence(): void {
    const silentMs = now() - lastMessageAt;
    if (!socket || silentMs < idleMs) return;
    if (silentMs > deadMs || socket.readyState !== open) reconnect();
    else socket.send(ping);
  }

  async function handleClose(): Promise<void> {
    failures++;
    const answers = await serverAnswers();
    // The member may have signed out, or the socket reconnected, during the wait.
    if (screens === 0 || socket || cancel) return;
    if (!answers) {
      isConnected.set(false);
      reconnect();
      return;
    }
    isConnected.set(true);
    cache.invalidate(["all"]);
    cancel = timers.after(Math.min(pollMs, 500 * 2 ** failures), connect);
  }

  function hear(message: LiveMessage): void {
    failures = 0;
    lastMessageAt = now();
    isConnected.set(true);
    isLive.set(true);
    age.noteHeard();
    if (message.type === "notice") refetchNotices();
    if (message.type === "pong" || message.type === "notice") return;
    revisions.noteRevision(message.revision);
    if (message.type === "hello") handleHello(message);
    else {
      if (message.undoes) dismissUndo(message.undoes);
      outbox.handleChange(message);
    }
    revision = message.revision;
    preferences.setPreference("revision", stateName(revision));
  }

  function handleHello(hello: Extract<LiveMessage, { type: "hello" }>): void {
    if (build !== null && build !== hello.build) isOutdated.set(true);
    // Notices do not raise the revision, so it cannot show that some were missed.
    if (build !== null) refetchNotices();
    build = hello.build;
    const isOtherStart = epoch !== null && epoch !== hello.epoch;
    epoch = hello.epoch;
    if (isOtherStart) revisions.forgetReads();
    else if (revision === hello.revision) return;
    // The stored data are current if the same server still has their revision.
    const isCurrent = revision === null && preferences.getPreference("revision") === stateName(hello.revision);
    cache.refetchSince(hello.revision, !isCurrent);
  }

  function stateName(known: number): string {
    return `${epoch} ${known}`;
  }

  function refetchNotices(): void {
    cache.refetchSource(noticesSource.name);
    cache.refetchSource(notificationsSource.name);
  }

  return { isOutdated, stayLive, refetchNotices };
}
