// One icon as a line of 16 by 16 pixels: decoration beside words, hidden from screen readers.

import clsx from 'clsx';
import * as s from './Stroke.module.css';

export function Stroke({ path, className }: { path: string; className?: string }) {
  return (
    <svg className={clsx(s.stroke, className)} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
