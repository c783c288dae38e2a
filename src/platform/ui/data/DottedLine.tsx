// Parts of a line with a dot between them, which is cut off where a part begins a line of its own.

import type { ReactNode } from 'react';
import * as s from './DottedLine.module.css';

/** Parts that are missing, or show nothing, are left out. */
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
