// What a screen reader announces unprompted: the text of a live region whenever it changes.

import { onTestFinished } from 'vitest';
import { text } from './render.tsx';

const live = '[aria-live], [role=alert], [role=status]';

/** Collects the announcements in order, until the end of the test. */
export function listen(): string[] {
  const said: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const region of new Set(changes.flatMap(regionsIn))) {
      const words = text(region).trim();
      if (region.getAttribute('aria-live') !== 'off' && words) said.push(words);
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return said;
}

/** The live region around a change, or the live regions that the change added. */
function regionsIn({ target, addedNodes }: MutationRecord): Element[] {
  const element = target instanceof Element ? target : target.parentElement;
  const around = element?.closest(live);
  if (around) return [around];
  return [...addedNodes].flatMap((node) =>
    node instanceof Element ? [...(node.matches(live) ? [node] : []), ...node.querySelectorAll(live)] : [],
  );
}
