// A numbered step of the set-up. One that is not due yet shows only its title.

import type { ReactNode } from 'react';
import clsx from 'clsx';
import * as s from './ConnectTab.module.css';

interface StepProps {
  number: number;
  title: string;
  isOpen: boolean;
  children: ReactNode;
}

export function Step({ number, title, isOpen, children }: StepProps) {
  return (
    <li className={clsx(s.step, !isOpen && s.later)}>
      <span aria-hidden="true" className={s.number}>
        {number}
      </span>
      <h3 className={s.title}>{title}</h3>
      {isOpen && <div className={s.content}>{children}</div>}
    </li>
  );
}
