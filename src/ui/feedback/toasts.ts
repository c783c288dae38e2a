// Short messages about a finished action: toast.good('Company updated successfully'). The page has an outlet for them,
// and so has each dialog, because a modal dialog makes everything outside it unreachable. The newest outlet shows them.

export interface ToastMessage {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

interface State {
  readonly messages: readonly ToastMessage[];
  readonly outlets: readonly string[];
}

let state: State = { messages: [], outlets: [] };
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Partial<State>) {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function add(tone: ToastMessage['tone'], text: string) {
  change({ messages: [...state.messages, { id: ++lastId, tone, text }] });
}

export const toast = {
  good: (text: string) => add('good', text),
  bad: (text: string) => add('bad', text),
};

export function dismiss(id: number): void {
  change({ messages: state.messages.filter((message) => message.id !== id) });
}

/** Returns a function that closes the outlet. */
export function openOutlet(outlet: string, inDialog: boolean): () => void {
  change({ outlets: inDialog ? [...state.outlets, outlet] : [outlet, ...state.outlets] });
  return () => change({ outlets: state.outlets.filter((other) => other !== outlet) });
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentToasts = () => state;
export const hasToasts = () => state.messages.length > 0;
