// Text of any length, of which the first lines are shown. Screen readers read all of it.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as s from './LongText.module.css';

const limits = { title: s.title, text: s.text };

/** Class for an existing element. */
export const longText = clsx(s.long, s.text);

interface LongTextProps {
  limit?: keyof typeof limits;
  className?: string;
  children: ReactNode;
}

export function LongText({ limit = 'text', className, children }: LongTextProps) {
  return <span className={clsx(s.long, limits[limit], className)}>{children}</span>;
}
