// Short messages about a finished action, such as toast.good('Company updated successfully'), which outlets show.

export interface ToastMessage {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly action?: ToastAction;
}

/** Button for a follow-up, such as Undo. */
export interface ToastAction {
  readonly label: string;
  onSelect(): void;
}

interface Outlet {
  readonly name: string;
  /** Id of the last message before it opened. It shows later ones. */
  readonly after: number;
}

export interface State {
  readonly messages: readonly ToastMessage[];
  readonly outlets: readonly Outlet[];
  /** Id of the latest message. */
  readonly lastId: number;
}

let state: State = { messages: [], outlets: [], lastId: 0 };
const listeners = new Set<() => void>();

export function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function add(tone: ToastMessage['tone'], text: string, action?: ToastAction) {
  const id = state.lastId + 1;
  change({ messages: [...state.messages, { id, tone, text, action }], lastId: id });
}

export const toast = {
  good: (text: string, action?: ToastAction) => add('good', text, action),
  bad: (text: string) => add('bad', text),
};

export function dismiss(id: number): void {
  change({ messages: state.messages.filter((message) => message.id !== id) });
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentToasts = () => state;
export const hasToasts = () => state.messages.length > 0;
