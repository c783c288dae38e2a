// Frame of pages without sign-in: one narrow, centered panel.

import type { ReactNode } from 'react';
import { usePageMark } from '../../hooks/usePageMark.ts';
import * as s from './PublicPage.module.css';

interface PublicPageProps {
  title: string;
  subtitle?: string;
  children: ReactNode;
}

export function PublicPage({ title, subtitle, children }: PublicPageProps) {
  usePageMark('data-public');
  return (
    <main className={s.page}>
      <div className={s.panel}>
        <div>
          <h1>{title}</h1>
          {subtitle && <p className={s.subtitle}>{subtitle}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}
