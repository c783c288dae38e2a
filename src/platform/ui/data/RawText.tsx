// A text as a machine sent it. Long ones break, and are read aloud as a part of their own.

import * as s from './RawText.module.css';

export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <pre role="region" aria-label={label} tabIndex={0} className={s.raw}>
      {text}
    </pre>
  );
}
