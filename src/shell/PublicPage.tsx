// The frame of the pages that need no sign-in: one narrow panel in the middle.

import { useEffect, type ReactNode } from 'react';
import { brand } from '../page.ts';
import * as s from './PublicPage.module.css';

interface PublicPageProps {
  title: string;
  documentTitle?: string;
  subtitle?: string;
  children: ReactNode;
}

export function PublicPage({ title, documentTitle = title, subtitle, children }: PublicPageProps) {
  useEffect(() => {
    document.title = `${documentTitle} · ${brand()}`;
  }, [documentTitle]);
  return (
    <main className={s.page}>
      <div className={s.panel}>
        <div>
          <h1 className={s.title}>{title}</h1>
          {subtitle && <p className={s.subtitle}>{subtitle}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}
