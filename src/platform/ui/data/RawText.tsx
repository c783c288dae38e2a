// Text as a machine sent it. Long texts wrap, and screen readers treat each as a region.

import * as s from './RawText.module.css';

export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <pre role="region" aria-label={label} tabIndex={0} className={s.raw}>
      {text}
    </pre>
  );
}
