/** Choice of the shown toast, tested without a browser. */
import { beforeEach, describe, expect, test } from "bun:test";
import { createToasts } from "#web/ui/overlay/toast-store.ts";

let now = 0;
let toasts = createToasts(() => now);
const later = (seconds: number) => {
  now = seconds * 1000;
};
const shown = () => toasts.current()?.message ?? null;
const show = (message: string, tone?: "error") => toasts.show({ message, topic: message, ...(tone && { tone }) });

beforeEach(() => {
  later(0);
  toasts = createToasts(() => now);
});

describe("a toast", () => {
  test("A toast is replaced by the next toast, and disappears when a dialog opens", () => {
    show("Deleted “Milk”");
    show("Deleted “Bread”");
    expect(shown()).toBe("Deleted “Bread”");
    toasts.dismissRead();
    expect(shown()).toBeNull();
  });

  test("A toast disappears when the change that it reports is undone, but not when another change is undone", () => {
    show("Deleted “Milk”");
    toasts.dismissTopics(["Deleted “Bread”"]);
    expect(shown()).toBe("Deleted “Milk”");
    toasts.dismissTopics(["Deleted “Milk”"]);
    expect(shown()).toBeNull();
  });
});

describe("an error message", () => {
  test("An error message stays for eight seconds, even if plain toasts follow and sheets open", () => {
    show("That was not saved", "error");
    later(7);
    show("Deleted “Milk”");
    toasts.dismissRead();
    expect(shown()).toBe("That was not saved");
    later(8);
    show("Deleted “Milk”");
    expect(shown()).toBe("Deleted “Milk”");
  });

  test("An error message replaces any toast, and is replaced by a newer error message", () => {
    show("Deleted “Milk”");
    show("That was not saved", "error");
    show("Not saved either", "error");
    expect(shown()).toBe("Not saved either");
    toasts.dismiss(toasts.current()?.id ?? 0);
    expect(shown()).toBeNull();
  });
});
