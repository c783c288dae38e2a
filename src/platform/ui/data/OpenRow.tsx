// Button in a table row that opens the row's dialog, and looks like a link.

import type { ReactNode } from 'react';
import * as s from './OpenRow.module.css';

interface OpenRowProps {
  readonly id: number;
  readonly label: string;
  onOpen(id: number): void;
  readonly children: ReactNode;
}

export function OpenRow({ id, label, onOpen, children }: OpenRowProps) {
  return (
    <button type="button" className={s.open} aria-label={label} value={id} data-opens onClick={() => onOpen(id)}>
      {children}
    </button>
  );
}
