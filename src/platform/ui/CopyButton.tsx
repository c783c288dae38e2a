// Copies a text. If the browser denies access to the clipboard, as on plain HTTP, it selects the text instead.

import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { VisuallyHidden } from './layout/VisuallyHidden.tsx';
import * as layout from './layout/layout.module.css';

interface CopyButtonProps {
  /** Name of the text: 'Server Address'. */
  name: string;
  text: string;
  textRef: RefObject<HTMLElement | null>;
}

/** Text with the button next to it. `shown` is a readable form, such as digits in groups. */
export function CopiedCode({ name, text, shown = text }: { name: string; text: string; shown?: string }) {
  const textRef = useRef<HTMLElement>(null);
  return (
    <span className={layout.row}>
      <code ref={textRef}>{shown}</code>
      <CopyButton name={name} text={text} textRef={textRef} />
    </span>
  );
}

type Outcome = 'copied' | 'selected';

const words: Readonly<Record<Outcome, string>> = { copied: 'Copied', selected: 'Press Ctrl+C' };
const shownMs = 2_500;

export function CopyButton({ name, text, textRef }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      if (textRef.current) getSelection()?.selectAllChildren(textRef.current);
      setOutcome('selected');
    }
  }
  const said = outcome && `${words[outcome]}: ${name}`;
  return (
    <>
      <Button size="small" aria-label={outcome ? said : `Copy ${name}`} onClick={() => void copy()}>
        {outcome ? words[outcome] : 'Copy'}
      </Button>
      <span role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </span>
    </>
  );
}
