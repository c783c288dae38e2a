// Link to another site, in a new tab. Anything but an http or https address stays plain text.

import type { ReactNode } from 'react';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import * as s from './ExternalLink.module.css';

function isWebAddress(href: string): boolean {
  return URL.canParse(href) && /^https?:$/.test(new URL(href).protocol);
}

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  if (!isWebAddress(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={s.link}>
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
