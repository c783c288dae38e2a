// State as a word. The color only repeats it.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as soft from '../tones.module.css';
import * as s from './Badge.module.css';

const tones = { good: soft.good, warning: soft.warning, bad: soft.bad, neutral: s.neutral, accent: s.accent };

interface BadgeProps {
  tone: keyof typeof tones;
  dot?: boolean;
  children: ReactNode;
}

export function Badge({ tone, dot = false, children }: BadgeProps) {
  return <span className={clsx(s.badge, tones[tone], dot && s.dot)}>{children}</span>;
}
