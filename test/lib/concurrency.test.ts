import { describe, expect, test } from "bun:test";
import { KeyedMutex, KeyedSemaphore, Semaphore } from "#lib/concurrency.ts";

/** Starts work by name through `run`. Each piece runs until `end` lets it succeed, or fail with an error. */
function workOn(run: (name: string, work: () => Promise<string>) => Promise<string>) {
  const running = new Map<string, PromiseWithResolvers<string>>();
  const results: Promise<PromiseSettledResult<string>[]>[] = [];
  return {
    start(...names: string[]) {
      for (const name of names) {
        const work = () => {
          const settled = Promise.withResolvers<string>();
          running.set(name, settled);
          return settled.promise;
        };
        results.push(Promise.allSettled([run(name, work)]));
      }
    },
    async end(name: string, error?: Error) {
      const settled = running.get(name);
      running.delete(name);
      if (error) settled?.reject(error);
      else settled?.resolve(name);
      await new Promise((resolve) => setImmediate(resolve));
      return [...running.keys()].join("");
    },
    running: () => [...running.keys()].join(""),
    results: async () => (await Promise.all(results)).flat().map((each) => (each as any).value ?? (each as any).reason),
  };
}

const full = new Error("full");
const bound = (maxLoad: number) => ({ maxLoad, refuse: () => full });

describe("a semaphore", () => {
  test("A semaphore runs as many calls as it has permits, and queues further calls in order", async () => {
    const semaphore = new Semaphore(2);
    const work = workOn((_, each) => semaphore.run(each));
    work.start("a", "b", "c", "d");
    expect(work.running()).toBe("ab");
    expect(await work.end("b")).toBe("ac");
    work.start("e");
    expect(await work.end("a")).toBe("cd");
    expect(await work.end("c")).toBe("de");
    for (const name of ["d", "e"]) await work.end(name);
    expect(await work.results()).toEqual(["a", "b", "c", "d", "e"]);
    expect(semaphore.isIdle).toBe(true);
  });

  test("A semaphore releases the permit of a call that fails", async () => {
    const semaphore = new Semaphore(1);
    const work = workOn((_, each) => semaphore.run(each));
    work.start("a", "b");
    const error = new Error("a failed");
    expect(await work.end("a", error)).toBe("b");
    await work.end("b");
    expect(await work.results()).toEqual([error, "b"]);
    const thrown = () => {
      throw error;
    };
    await expect(semaphore.run(thrown)).rejects.toBe(error);
    expect(await semaphore.run(async () => "next")).toBe("next");
  });

  test("A semaphore refuses further calls if its limit for running and waiting calls is reached", async () => {
    const semaphore = new Semaphore(1, bound(3));
    const work = workOn((_, each) => semaphore.run(each));
    work.start("a", "b", "c", "d");
    await work.end("a");
    work.start("e");
    for (const name of ["b", "c", "e"]) await work.end(name);
    expect(await work.results()).toEqual(["a", "b", "c", full, "e"]);
  });

  test("A semaphore counts the weight of running and waiting calls together", async () => {
    const semaphore = new Semaphore(1, bound(10));
    const weights: Record<string, number> = { a: 6, b: 5, c: 4, d: 10 };
    const work = workOn((name, each) => semaphore.run(each, weights[name]));
    work.start("a", "b", "c");
    for (const name of ["a", "c"]) await work.end(name);
    work.start("d");
    await work.end("d");
    expect(await work.results()).toEqual(["a", full, "c", "d"]);
  });
});

describe("keyed semaphores", () => {
  test("Keyed semaphores limit the calls of each key separately", async () => {
    const semaphores = new KeyedSemaphore(2, bound(3));
    const work = workOn((name, each) => semaphores.run(name[0] ?? "", each));
    work.start("a1", "a2", "a3", "a4", "b1");
    expect(work.running()).toBe("a1a2b1");
    expect(await work.end("a2")).toBe("a1b1a3");
    for (const name of ["a1", "a3", "b1"]) await work.end(name);
    work.start("a5");
    await work.end("a5");
    expect(await work.results()).toEqual(["a1", "a2", "a3", full, "b1", "a5"]);
  });

  test("Keyed semaphores with one permit are mutexes", async () => {
    const mutex = new KeyedMutex();
    const work = workOn((name, each) => mutex.run(name[0] ?? "", each));
    work.start("a1", "a2", "b1");
    expect(work.running()).toBe("a1b1");
    expect(await work.end("a1", new Error("a1 failed"))).toBe("b1a2");
  });
});
