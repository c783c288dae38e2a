// Short messages about what was done elsewhere: toast.good('Company updated successfully').
// They stand in one of several places, always the last that was opened: a modal dialog makes what is
// outside of it unreachable, so each dialog has a place of its own.

export interface ToastMessage {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
}

interface State {
  readonly messages: readonly ToastMessage[];
  readonly places: readonly string[];
}

let state: State = { messages: [], places: [] };
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

/** Returns what closes the place again. */
export function openPlace(place: string, inDialog: boolean): () => void {
  change({ places: inDialog ? [...state.places, place] : [place, ...state.places] });
  return () => change({ places: state.places.filter((other) => other !== place) });
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentToasts = () => state;
export const hasToasts = () => state.messages.length > 0;
