import { useEffect, useState } from 'react';

/** Returns the text once typing has paused. */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}

/** Milliseconds, fewer than people notice but more than between two keystrokes. */
const typingPause = 150;

/** Returns the parameters, but updates the search only once typing has paused. */
export function useSettledParams<P extends object>(params: P): P {
  const typed = 'q' in params ? params.q : '';
  const [settled, setSettled] = useState({ params, typed });
  const isTyping = typed !== settled.typed && typed !== '';
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(() => setSettled({ params, typed }), typingPause);
    return () => clearTimeout(timer);
  }, [isTyping, params, typed]);
  if (!isTyping && settled.params !== params) setSettled({ params, typed });
  return isTyping ? settled.params : params;
}
