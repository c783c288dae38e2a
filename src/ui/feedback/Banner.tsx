// A message that stays where it belongs: over a form, a list, a screen. Bad news interrupts, the rest waits.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Sign, type SignName } from '../Sign.tsx';
import * as s from './Banner.module.css';

const tones = {
  bad: { look: s.bad, icon: 'warning' },
  warning: { look: s.warning, icon: 'warning' },
  good: { look: s.good, icon: 'check' },
} as const satisfies Record<string, { look: string | undefined; icon: SignName }>;

interface BannerProps {
  tone: keyof typeof tones;
  action?: ReactNode;
  children: ReactNode;
}

export function Banner({ tone, action, children }: BannerProps) {
  const { look, icon } = tones[tone];
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={clsx(s.banner, look)}>
      <Sign name={icon} className={s.icon} />
      <div className={s.text}>{children}</div>
      {action}
    </div>
  );
}
