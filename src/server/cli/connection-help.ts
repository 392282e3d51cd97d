import { generate } from "lean-qr";
import type { Listening } from "./server.ts";

export function connectionHelp({ reach, url }: Listening, base: string): string {
  const others = reach.addresses.filter((address) => address !== base);
  if (others.length > 0) {
    return `Phones and tablets in the same network open:\n\n${others.map((each) => `  ${each}\n`).join("")}`;
  }
  if (reach.addresses.length > 0) return "";
  if (reach.isOnlyHere) {
    return "Only this computer can open it. For phones and tablets, start it with HOST=0.0.0.0.\n";
  }
  const { port } = new URL(url);
  return `Phones and tablets open the address of this machine, port ${port}. Set BASE_URL to it for links.\n`;
}

/** Returns a QR code as text, with two modules in each character. The quiet zone is 4 modules wide (ISO/IEC 18004). */
export function qrText(content: string): string {
  const code = generate(content);
  const quiet = 4;
  const blocks = [" ", "▄", "▀", "█"];
  const lines: string[] = [];
  for (let y = -quiet; y < code.size + quiet; y += 2) {
    let line = "";
    for (let x = -quiet; x < code.size + quiet; x++) {
      // Light modules are drawn, because most terminals are dark.
      line += blocks[(code.get(x, y) ? 0 : 2) + (code.get(x, y + 1) ? 0 : 1)];
    }
    lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}
