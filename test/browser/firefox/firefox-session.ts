/**
 * Controls the installed Firefox over WebDriver BiDi, without Playwright. The tests need Firefox's privileged scope, in
 * which they can click notifications on the screen.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { firefoxPath } from "../../support/browser/firefox.ts";
import { afterAllTests } from "../../support/home/clean-up.ts";
import { emptyFolder } from "../../support/home/program.ts";

declare const Services: any; // Globals of Firefox itself, or of its page.
declare const ChromeUtils: any;
declare const location: any;

const startMs = 60_000;
const commandMs = 60_000;

const preferences = {
  "permissions.default.desktop-notification": 1, // Allowed.
  "alerts.useSystemBackend": false, // Firefox draws the notifications itself.
  "ui.prefersReducedMotion": 1,
  "intl.accept_languages": "en-GB, en",
};

type Reply = { readonly id?: number; readonly type: string; readonly result?: any; readonly message?: string };

/**
 * Starts Firefox without a window, with a new profile and the preferences in `more`. Firefox is stopped at the end of
 * the tests.
 */
export async function startFirefox(more: Readonly<Record<string, string | number | boolean>> = {}) {
  const profile = emptyFolder();
  const lines = Object.entries({ ...preferences, ...more }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const flags = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--remote-allow-system-access"];
  const child = Bun.spawn([firefoxPath ?? "firefox", ...flags, "--profile", profile], {
    stdout: "ignore",
    stderr: "pipe",
  });
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  afterAllTests(stop);
  const address = await within(startMs, "Firefox has started", addressIn(child.stderr));
  const send = await connect(`${address}/session`);
  await send("session.new", { capabilities: {} });
  const contextOf = async (scope: object) =>
    (await send("browsingContext.getTree", scope)).contexts[0].context as string;
  const page = await contextOf({});
  const browser = await contextOf({ "moz:scope": "chrome" });

  async function call(context: string, run: (...args: any[]) => unknown, args: readonly unknown[]): Promise<any> {
    const called = `(${run})(...${JSON.stringify(args)})`;
    const expression = `(async () => JSON.stringify((await ${called}) ?? null))()`;
    const { type, result, exceptionDetails } = await send("script.evaluate", {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (type !== "success") throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }
  /** Runs a function in Firefox's privileged scope, which can use the browser's own services. */
  const privileged = (run: (...args: any[]) => unknown, ...args: unknown[]) => call(browser, run, args);
  // For tests, Firefox turns off the connection to the push service.
  await privileged(() => Services.prefs.setBoolPref("dom.push.connection.enabled", true));

  return {
    stop,
    goto: (url: string) => send("browsingContext.navigate", { context: page, url, wait: "complete" }),
    address: () => call(page, () => location.href, []) as Promise<string>,
    /** Runs a function in the page. The arguments and the result must be JSON. */
    evaluate: (run: (...args: any[]) => unknown, ...args: unknown[]) => call(page, run, args),
    /** Returns the titles of the notifications on the screen. */
    alerts: (): Promise<string[]> =>
      privileged(() =>
        [...Services.wm.getEnumerator("alert:alert")].map(({ document }) =>
          document.getElementById("alertTitleLabel").getAttribute("value"),
        ),
      ),
    /**
     * Clicks the notification with this title or, with `action`, its button of that name. Firefox without a window
     * draws no buttons. For a button, Firefox's handler therefore gets the event that the desktop would send.
     */
    click: (title: string, action: string | null = null): Promise<void> =>
      privileged(
        (wanted: string, name: string | null) => {
          const alert = [...Services.wm.getEnumerator("alert:alert")].find(
            ({ document }) => document.getElementById("alertTitleLabel").getAttribute("value") === wanted,
          );
          if (!alert) throw new Error(`No notification is called ${wanted}`);
          if (name === null) return alert.document.getElementById("alertTextLabel").click();
          const button = { QueryInterface: ChromeUtils.generateQI(["nsIAlertAction"]), action: name, title: name };
          alert.gAlertListener.observe(button, "alertclickcallback", alert.gAlertCookie);
          alert.close();
        },
        title,
        action,
      ),
  };
}

export type Firefox = Awaited<ReturnType<typeof startFirefox>>;

async function addressIn(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const found = Promise.withResolvers<string>();
  // The output is read to its end, because otherwise Firefox would wait for the pipe.
  void (async () => {
    let text = "";
    for await (const chunk of output.pipeThrough(new TextDecoderStream())) {
      text = (text + chunk).slice(-10_000);
      const address = /ws:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (address) found.resolve(address);
    }
    found.reject(new Error(`Firefox has ended: ${text}`));
  })();
  return found.promise;
}

/** Returns a function that sends a command to Firefox and returns its result. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<any>>();
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onerror = () => opened.reject(new Error("Firefox refuses the connection"));
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has closed the connection"));
  };
  socket.onmessage = ({ data }) => {
    const { id = 0, type, result, message }: Reply = JSON.parse(String(data));
    if (type === "success") waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(message));
  };
  await opened.promise;
  let lastId = 0;
  return async (method: string, params: object): Promise<any> => {
    const id = ++lastId;
    const reply = Promise.withResolvers<any>();
    waiting.set(id, reply);
    socket.send(JSON.stringify({ id, method, params }));
    return within(commandMs, `${method} is done`, reply.promise).finally(() => waiting.delete(id));
  };
}

async function within<Value>(ms: number, what: string, promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`It never came to this: ${what}`)), ms);
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}
