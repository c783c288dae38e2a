// Decides where toasts are shown. The page has an outlet, and so has each dialog, because a modal dialog makes
// everything outside it unreachable. The newest outlet shows a toast, but a dialog only those that are younger than
// itself: a success from before it opened says nothing about it.

import { change, currentToasts, type State, type ToastMessage } from './toasts.ts';

/** Returns a function that closes the outlet. */
export function openOutlet(name: string, inDialog: boolean): () => void {
  const { messages, outlets, lastId } = currentToasts();
  if (inDialog) {
    const failures = messages.filter(({ tone }) => tone === 'bad');
    change({ messages: failures, outlets: [...outlets, { name, after: lastId }] });
  } else change({ outlets: [{ name, after: 0 }, ...outlets] });
  return () => change({ outlets: currentToasts().outlets.filter((outlet) => outlet.name !== name) });
}

/** The messages that this outlet shows. */
export function messagesIn(name: string, { messages, outlets }: State): readonly ToastMessage[] {
  return messages.filter(({ id }) => outlets.findLast(({ after }) => after < id)?.name === name);
}
