// Message in place above a form, list or screen. Screen readers announce errors at once, other messages later.

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { StatusIcon, type StatusIconName } from '../StatusIcon.tsx';
import * as soft from '../tones.module.css';
import * as s from './Banner.module.css';

const tones = {
  bad: { look: soft.bad, icon: 'warning' },
  warning: { look: soft.warning, icon: 'warning' },
  good: { look: soft.good, icon: 'check' },
} as const satisfies Record<string, { look: string | undefined; icon: StatusIconName }>;

interface BannerProps {
  tone: keyof typeof tones;
  /** Offers to try again. */
  onRetry?(): void;
  action?: ReactNode;
  children: ReactNode;
}

export function Banner({ tone, onRetry, action, children }: BannerProps) {
  const { look, icon } = tones[tone];
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={clsx(s.banner, look)}>
      <StatusIcon name={icon} className={s.icon} />
      <div className={s.text}>{children}</div>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
      {action}
    </div>
  );
}
