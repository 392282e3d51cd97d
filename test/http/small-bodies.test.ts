/** Tests that small bodies that declare their length are read without a stream. */
import { describe, expect, spyOn, test } from "bun:test";
import { readBytes } from "#platform/http/validation.ts";

describe("a small request body", () => {
  test.each([
    ["of up to 64 KiB is read in one piece", 65_536, { "Content-Length": "65536" }, 1],
    ["of more than 64 KiB is streamed", 65_537, { "Content-Length": "65537" }, 0],
    ["is streamed if it declares no length", 10, {}, 0],
    ["is streamed if it comes in chunks", 10, { "Content-Length": "10", "Transfer-Encoding": "chunked" }, 0],
  ])("A request body %s (%d bytes)", async (_, length, headers: Record<string, string>, times) => {
    const body = "x".repeat(length);
    const request = new Request("http://localhost/v1/tasks", { method: "POST", headers, body });
    const whole = spyOn(request, "bytes");
    expect(await readBytes(request, length, "")).toHaveLength(length);
    expect(whole).toHaveBeenCalledTimes(times);
  });

  test("A request body that ends before the declared length is refused as truncated", async () => {
    const headers = { "Content-Length": "10" };
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
    const request = new Request("http://localhost", { ...{ method: "POST", body }, headers });
    await expect(readBytes(request, 100, "")).rejects.toMatchObject({ message: "Request body was truncated" });
  });
});
