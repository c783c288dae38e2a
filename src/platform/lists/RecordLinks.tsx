// Links from a record to what belongs to it, as far as the user may see that. The first is what opens for those who may
// not edit the record.

import { Link } from 'wouter';
import type { ReadKey } from '../../shared/contract/calls.ts';
import { useCanCall } from '../session/permissions.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';

export interface RecordLink {
  label: string;
  icon: IconName;
  href: string;
  /** Call of the page that it leads to. */
  reads: ReadKey;
}

interface RecordLinksProps {
  /** The name of the record. */
  of: string;
  links: readonly RecordLink[];
  /** Shows icons only: a row of a list has no room for words. */
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
          data-opens={index === 0 ? 'otherwise' : undefined}
        >
          {asIcons ? <Icon name={icon} /> : label}
        </Link>
      );
    });
}
