/** The Chromium of npm, with one page of the gallery after the other. */
import carried from "@sparticuz/chromium";
import { type Browser, chromium, type Page } from "playwright-core";

/** The widths at which the gallery is looked at. */
export const sizes = { phone: [390, 844], tablet: [1024, 768], desktop: [1440, 900] } as const;

/** Starts the browser. Of its own flags, those for a function in the cloud would end it with its first page. */
export async function launch(): Promise<Browser> {
  const args = carried.args.filter((flag) => !["--single-process", "--no-zygote"].includes(flag));
  return chromium.launch({ args, executablePath: await carried.executablePath() });
}

/** Opens the gallery; `complaints` collects what the page logs as an error, refusals of the policy among them. */
export async function openGallery(
  browser: Browser,
  url: string,
  size: keyof typeof sizes,
  colorScheme: "light" | "dark",
): Promise<{ page: Page; complaints: string[] }> {
  const [width, height] = sizes[size];
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
    hasTouch: size !== "desktop",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(url);
  await page.locator("h1").waitFor();
  return { page, complaints };
}
