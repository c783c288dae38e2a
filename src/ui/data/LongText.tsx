// Text that may be of any length: those who look see its first lines, those who listen hear all of it.

import type { ReactNode } from 'react';
import clsx from 'clsx';
import * as s from './LongText.module.css';

const limits = { title: s.title, text: s.text };

/** For an element that is there anyway. */
export const longText = clsx(s.long, s.text);

interface LongTextProps {
  limit?: keyof typeof limits;
  className?: string;
  children: ReactNode;
}

export function LongText({ limit = 'text', className, children }: LongTextProps) {
  return <span className={clsx(s.long, limits[limit], className)}>{children}</span>;
}
