import { closeCodes, type LiveMessage, ping } from "../../live/message.ts";
import { forgetReads, noteRevision } from "./api/revision.ts";
import { catchUp, invalidate } from "./client.ts";
import { isConnected, isLive, serverAnswers } from "./connection.ts";
import { rereadNotices } from "./notices.ts";
import { outbox } from "./outbox.ts";
import { forget } from "./perform.ts";
import { getPreference, setPreference } from "./preferences.ts";
import { createStore } from "./store.ts";

/** True once the server runs another build than this page. */
export const isOutdated = createStore(false);

const maxWaitMs = 10_000;
/** Refetch interval if a proxy blocks sockets. */
const pollMs = 15_000;
/** Silence before a ping, and before a reconnect. */
const idleMs = 20_000;
const deadMs = 30_000;

let revision: number | null = null;
let build: string | null = null;
let epoch: string | null = null;
let failures = 0;
let socket: WebSocket | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let lastMessageAt = 0;
let isWanted = false;

/**
 * Keeps the channel open until the returned function is called. Ours: partysocket (2 to 3 kB compressed) only reconnects, and
 * neither polls nor detects silence.
 */
export function stayLive(): () => void {
  isWanted = true;
  const hurry = () => {
    if (document.visibilityState === "visible" && !socket) connect();
  };
  const stopWatching = isConnected.watch(() => {
    if (!isConnected.get()) reconnect();
  });
  document.addEventListener("visibilitychange", hurry);
  window.addEventListener("online", hurry);
  const watch = setInterval(checkSilence, 5_000);
  connect();
  return () => {
    isWanted = false;
    clearInterval(watch);
    document.removeEventListener("visibilitychange", hurry);
    window.removeEventListener("online", hurry);
    stopWatching();
    close();
  };
}

function close(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  const old = socket;
  socket = null;
  isLive.set(false);
  old?.close();
}

function reconnect(): void {
  close();
  const waitMs = Math.min(maxWaitMs, 300 * 2 ** failures) * (0.75 + Math.random() / 2);
  timer = setTimeout(connect, waitMs);
}

function connect(): void {
  close();
  const opened = new WebSocket(new URL("/app/live", location.href.replace(/^http/, "ws")));
  socket = opened;
  lastMessageAt = Date.now();
  opened.onmessage = ({ data }) => hear(JSON.parse(String(data)) as LiveMessage);
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    isLive.set(false);
    if (code === closeCodes.signedOut) invalidate(["member", "device"]);
    void handleClose();
  };
}

/** A dead socket may send no event, for example after a tablet slept. */
function checkSilence(): void {
  const silentMs = Date.now() - lastMessageAt;
  if (!socket || silentMs < idleMs) return;
  if (silentMs > deadMs || socket.readyState !== WebSocket.OPEN) reconnect();
  else socket.send(ping);
}

async function handleClose(): Promise<void> {
  failures++;
  const answers = await serverAnswers();
  // Signed out or reconnected in the meantime.
  if (!isWanted || socket || timer) return;
  if (!answers) {
    isConnected.set(false);
    reconnect();
    return;
  }
  isConnected.set(true);
  invalidate(["all"]);
  timer = setTimeout(connect, Math.min(pollMs, 500 * 2 ** failures));
}

function hear(message: LiveMessage): void {
  failures = 0;
  lastMessageAt = Date.now();
  isConnected.set(true);
  isLive.set(true);
  if (message.type === "notice") rereadNotices();
  if (message.type === "pong" || message.type === "notice") return;
  noteRevision(message.revision);
  if (message.type === "hello") handleHello(message);
  else {
    if (message.undoes) forget(message.undoes);
    outbox.hear(message);
  }
  revision = message.revision;
  setPreference("revision", stateName(revision));
}

function handleHello(hello: Extract<LiveMessage, { type: "hello" }>): void {
  if (build !== null && build !== hello.build) isOutdated.set(true);
  // Notices raise no revision, so the revision does not show that some were missed.
  if (build !== null) rereadNotices();
  build = hello.build;
  const isOtherStart = epoch !== null && epoch !== hello.epoch;
  epoch = hello.epoch;
  if (isOtherStart) forgetReads();
  else if (revision === hello.revision) return;
  // Stored data are current if the same server still has their revision.
  const isCurrent = revision === null && getPreference("revision") === stateName(hello.revision);
  catchUp(hello.revision, !isCurrent);
}

function stateName(known: number): string {
  return `${epoch} ${known}`;
}
