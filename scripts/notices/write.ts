/** `bun run notices`: writes THIRD_PARTY_NOTICES.txt and the list of all components of the program. */
import { collectNotices, componentsFile, componentsText, noticesFile } from "./notices.ts";

const { text, components } = await collectNotices();
await Bun.write(noticesFile, text);
await Bun.write(componentsFile, componentsText(components));
console.log(`${components.length} components, ${(text.length / 1e3).toFixed(0)} KB`);
