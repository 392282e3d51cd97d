/**
 * Yields the data of each server-sent event (HTML Standard §9.2.6). Handles chunks that end inside a character or CRLF.
 * Drops an incomplete last event.
 */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let kind = "";
  let data: string[] = [];
  for await (const line of textLinesOf(chunks)) {
    if (line === "") {
      if (data.length > 0 && (kind === "" || kind === "message")) yield data.join("\n");
      kind = "";
      data = [];
      continue;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (field === "data" && (value !== "" || data.length > 0)) data.push(value);
    if (field === "event") kind = value;
  }
}

async function* textLinesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let started = "";
  let endedInReturn = false;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    const parts = (endedInReturn && text.startsWith("\n") ? text.slice(1) : text).split(/\r\n|\n|\r/);
    endedInReturn = text.endsWith("\r");
    const last = parts.pop() ?? "";
    for (const part of parts) {
      yield started + part;
      started = "";
    }
    started += last;
  }
}
