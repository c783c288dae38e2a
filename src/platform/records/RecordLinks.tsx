// Links from a record to related pages that the user may see. The first opens for users who may not edit the record.

import { Link } from 'wouter';
import type { ReadKey } from '../../shared/contract/calls.ts';
import { useCanCall } from '../session/permissions.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';

export interface RecordLink {
  label: string;
  icon: IconName;
  href: string;
  /** Call that its target page makes. */
  reads: ReadKey;
}

interface RecordLinksProps {
  /** Name of the record. */
  of: string;
  links: readonly RecordLink[];
  /** Shows only icons, as a row has no room for words. */
  asIcons?: boolean;
}

export function RecordLinks({ of, links, asIcons = false }: RecordLinksProps) {
  const canCall = useCanCall();
  return links
    .filter(({ reads }) => canCall(reads))
    .map(({ label, icon, href }, index) => {
      const name = `${label} of ${of}`;
      return (
        <Link
          key={href}
          href={href}
          {...(asIcons ? { title: name } : { 'aria-label': name })}
          data-opens={index === 0 ? 'fallback' : undefined}
        >
          {asIcons ? <Icon name={icon} /> : label}
        </Link>
      );
    });
}
