import { sampleOrigin } from "../calendar/sample-calendar.ts";

/**
 * Settings of the servers in tests. Nothing listens on port 9, so that no test calls a photo service over the network.
 */
export const serverSettings = {
  PHOTO_PROVIDER: "folder",
  SMTP_URL: "smtp://127.0.0.1:9?tls=off",
  NTFY_URLS: "http://127.0.0.1:9",
  APPRISE_URL: "http://127.0.0.1:9",
  CALENDAR_ORIGINS: sampleOrigin,
  RECIPE_ORIGINS: sampleOrigin,
  GOOGLE_BASE_URL: sampleOrigin,
  UPDATE_URL: "http://127.0.0.1:9",
  // Public key from minisign's own tests. No test signs with its secret key.
  UPDATE_KEY: "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3",
  RATE_LIMIT_BURST: "1000000",
  RATE_LIMIT_PER_MINUTE: "1000000",
};
