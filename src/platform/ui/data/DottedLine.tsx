// Parts of a line with dots in between. Dots are cut off where a part begins a new line.

import type { ReactNode } from 'react';
import * as s from './DottedLine.module.css';

/** Leaves out parts that are missing or show nothing. */
export function DottedLine({ parts }: { parts: readonly ReactNode[] }) {
  return (
    <span className={s.line}>
      {parts.filter(Boolean).map((part, index) => (
        <span key={index}>
          {index > 0 && <span className={s.dot}> · </span>}
          <span>{part}</span>
        </span>
      ))}
    </span>
  );
}
