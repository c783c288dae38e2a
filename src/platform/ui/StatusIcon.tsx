// Icons of the sign-in page, which should not load the others. Icon includes them too.

import { IconPath } from './IconPath.tsx';

export const statusIcons = {
  check: 'M3 8.5l3.25 3.25L13 4.75',
  warning: 'M8 2.25l6.25 11.25H1.75zM8 6.5v3M8 11.5v.01',
  lock: 'M3.5 7.25h9v6.25h-9zM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2',
};

export type StatusIconName = keyof typeof statusIcons;

export function StatusIcon({ name, className }: { name: StatusIconName; className?: string }) {
  return <IconPath path={statusIcons[name]} className={className} />;
}
