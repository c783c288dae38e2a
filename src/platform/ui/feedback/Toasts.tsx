// Outlet for toasts. The page has one and so does each dialog, because a modal dialog makes everything outside it
// unreachable. Toasts appear in the newest outlet, but a dialog does not show successes from before it opened, which
// are not about it.

import clsx from 'clsx';
import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { change, currentToasts, dismiss, type State, subscribe, type ToastMessage } from '../../hooks/toasts.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import * as s from './Toasts.module.css';

const shownFor = 6_000;
/** Long enough to reach the button by keyboard. */
const shownWithAction = 20_000;

export function Toasts({ inDialog = false }: { inDialog?: boolean }) {
  const outlet = useId();
  const messages = messagesIn(outlet, useSyncExternalStore(subscribe, currentToasts));
  useLayoutEffect(() => openOutlet(outlet, inDialog), [outlet, inDialog]);

  if (messages.length === 0) return null;
  return (
    <div className={clsx(s.toasts, inDialog && s.inDialog)}>
      {messages.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </div>
  );
}

function Toast({ message: { id, tone, text, action } }: { message: ToastMessage }) {
  const ref = useRef<HTMLDivElement>(null);
  // Screen readers only announce text that is added to an existing element.
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);

  useEffect(() => {
    if (tone === 'bad') return;
    // Checked when time is up rather than tracked, as an element removed under the pointer gets no leave event.
    function dismissUnlessInUse() {
      const list = ref.current?.parentElement;
      const isInUse = list?.contains(document.activeElement) || list?.matches(':hover');
      if (isInUse) timer = setTimeout(dismissUnlessInUse, shownFor);
      else dismiss(id);
    }
    let timer = setTimeout(dismissUnlessInUse, action ? shownWithAction : shownFor);
    return () => clearTimeout(timer);
  }, [id, tone, action]);

  return (
    <div ref={ref} className={clsx(s.toast, tone === 'good' ? s.good : s.bad)}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} className={s.icon} />
      <p role={tone === 'good' ? 'status' : 'alert'} className={s.text}>
        {announced}
      </p>
      {action && (
        <Button
          size="small"
          onClick={() => {
            dismiss(id);
            action.onSelect();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        icon={<Icon name="close" />}
        aria-label="Close message"
        onClick={() => dismiss(id)}
      />
    </div>
  );
}

/** Returns a function that closes the outlet. */
function openOutlet(name: string, inDialog: boolean): () => void {
  const { messages, outlets, lastId } = currentToasts();
  if (inDialog) {
    const failures = messages.filter(({ tone }) => tone === 'bad');
    change({ messages: failures, outlets: [...outlets, { name, after: lastId }] });
  } else change({ outlets: [{ name, after: 0 }, ...outlets] });
  return () => change({ outlets: currentToasts().outlets.filter((outlet) => outlet.name !== name) });
}

function messagesIn(name: string, { messages, outlets }: State): readonly ToastMessage[] {
  return messages.filter(({ id }) => outlets.findLast(({ after }) => after < id)?.name === name);
}
