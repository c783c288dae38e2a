// A place where toasts appear: one for the page, one in each dialog.

import { useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import clsx from 'clsx';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { currentToasts, dismiss, openPlace, subscribe, type ToastMessage } from './toasts.ts';
import * as s from './Toasts.module.css';

const shownFor = 6_000;

export function Toasts({ inDialog = false }: { inDialog?: boolean }) {
  const place = useId();
  const { messages, places } = useSyncExternalStore(subscribe, currentToasts);
  const [isHeld, setHeld] = useState(false);
  useLayoutEffect(() => openPlace(place, inDialog), [place, inDialog]);

  if (messages.length === 0 || places.at(-1) !== place) return null;
  return (
    <div
      className={clsx(s.toasts, inDialog && s.inDialog)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {messages.map((message) => (
        <Toast key={message.id} message={message} isHeld={isHeld} />
      ))}
    </div>
  );
}

function Toast({ message: { id, tone, text }, isHeld }: { message: ToastMessage; isHeld: boolean }) {
  // Read out only where the words come into an element that is there already.
  const [words, setWords] = useState('');
  useEffect(() => setWords(text), [text]);

  useEffect(() => {
    if (tone === 'bad' || isHeld) return;
    const timer = setTimeout(dismiss, shownFor, id);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld]);

  return (
    <div className={clsx(s.toast, tone === 'good' ? s.good : s.bad)}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} className={s.icon} />
      <p role={tone === 'good' ? 'status' : 'alert'} className={s.text}>
        {words}
      </p>
      <Button kind="quiet" size="small" icon="close" aria-label="Close message" onClick={() => dismiss(id)} />
    </div>
  );
}
