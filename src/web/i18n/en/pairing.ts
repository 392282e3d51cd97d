export const pairing = {
  title: "Make this your family’s wall",
  lead: "A tablet on the wall belongs to everybody: it shows the day, and each of you ticks with one touch.",
  code: (digits: string) => `Code: ${digits}`,
  remaining: (time: string) => `Good for ${time}`,
  steps: [
    "Open Inglenook on your own phone or computer.",
    "Go to Settings → Tablets and choose “Pair a tablet”.",
    "Type in this code. A moment later the wall is here.",
  ],
  signsOut: (name: string) => `${name} will then be signed out of this browser.`,
  signInstead: "Sign in as a person instead",
  failed: "There is no code right now",
};
