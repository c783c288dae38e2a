// A place where toasts appear: one for the page, one in each dialog.

import { useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import clsx from 'clsx';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { currentToasts, dismiss, openPlace, subscribe, type ToastMessage } from './toasts.ts';
import * as s from './Toasts.module.css';

const shownFor = 6_000;

export function Toasts({ inDialog = false }: { inDialog?: boolean }) {
  const place = useId();
  const { messages, places } = useSyncExternalStore(subscribe, currentToasts);
  useLayoutEffect(() => openPlace(place, inDialog), [place, inDialog]);

  if (messages.length === 0 || places.at(-1) !== place) return null;
  return (
    <div className={clsx(s.toasts, inDialog && s.inDialog)}>
      {messages.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </div>
  );
}

function Toast({ message: { id, tone, text } }: { message: ToastMessage }) {
  const ref = useRef<HTMLDivElement>(null);
  // Read out only where the words come into an element that is there already.
  const [words, setWords] = useState('');
  useEffect(() => setWords(text), [text]);

  useEffect(() => {
    if (tone === 'bad') return;
    // Asked when the time is up, not tracked: what is removed under the pointer never says that it was left.
    function leave() {
      const place = ref.current?.parentElement;
      const isHeld = place?.contains(document.activeElement) || place?.matches(':hover');
      if (isHeld) timer = setTimeout(leave, shownFor);
      else dismiss(id);
    }
    let timer = setTimeout(leave, shownFor);
    return () => clearTimeout(timer);
  }, [id, tone]);

  return (
    <div ref={ref} className={clsx(s.toast, tone === 'good' ? s.good : s.bad)}>
      <Icon name={tone === 'good' ? 'check' : 'warning'} className={s.icon} />
      <p role={tone === 'good' ? 'status' : 'alert'} className={s.text}>
        {words}
      </p>
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
