/** The app with a count of renders. `renders.test.ts` bundles it for the browser, without minifying: names of components stay. */
import { options } from "preact";

type Hooked = { __r?: (vnode: Rendered) => void };
type Rendered = { type: { displayName?: string; name: string }; key: unknown; props: Record<string, unknown> };

const renders: string[] = [];
Object.assign(window, { renders });

const hooks = options as unknown as Hooked;
const former = hooks.__r;
/** Called by Preact before each render of a component; its public name is only `options._render` in the sources. */
hooks.__r = (vnode) => {
  former?.(vnode);
  const { task, block } = vnode.props as { task?: { label: string }; block?: { content: string } };
  const subject = task?.label ?? block?.content;
  const name = vnode.type.displayName || vnode.type.name;
  renders.push(subject === undefined ? name : `${name}: ${subject}`);
};

await import("#web/main.tsx");
