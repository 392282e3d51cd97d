/** Texts of the service worker. */
export const worker = {
  openApp: "Open the app",
  kept: "Kept. It will be sent as soon as the server answers.",
  notKept: "Not sent: the server does not answer. Open the app.",
  refused: "This can no longer be done from here. Open the app.",
};
