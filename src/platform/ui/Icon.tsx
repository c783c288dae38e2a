// Our own icons: strokes on a 16 px grid, in the color of the surrounding text, which always accompany a word.
// ActionIcon has the ones that neither the frame nor the first screens show.

import { IconPath } from './IconPath.tsx';
import { statusIcons } from './StatusIcon.tsx';

const strokes = {
  ...statusIcons,
  close: 'M3.75 3.75l8.5 8.5M12.25 3.75l-8.5 8.5',
  refresh: 'M13.5 2.75v3.5H10M13.25 6.25a5.5 5.5 0 1 0 .1 3',
  dashboard: 'M2.5 2.5H7v6H2.5zM9 2.5h4.5V6H9zM9 8.5h4.5v5H9zM2.5 11H7v2.5H2.5z',
  companies: 'M3 13.5v-11h6.5v11M9.5 6.5H13v7M1.5 13.5h13M5.25 5.5h2M5.25 8h2M5.25 10.5h2',
  controllers: 'M4 13.5v-11h8v11M2 13.5h12M9.5 7.5v1',
  attendance: 'M3.5 3.5h9v10h-9zM6 2v2.5M10 2v2.5M5.75 9l1.6 1.6 3-3.2',
  employees:
    'M1.5 3.5h13v9h-13zM5.5 8.25a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M3.5 10.75c.5-1.3 3.5-1.3 4 0M10 6.5h2.25M10 9h2.25',
  profile: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 13.5c.3-2.6 2.3-4 5-4s4.7 1.4 5 4',
  roles: 'M8 1.75l5 1.75v4c0 3.2-2 5.6-5 6.75-3-1.15-5-3.55-5-6.75v-4zM5.9 7.9l1.5 1.5 2.8-3',
  users:
    'M6 7.5A2.25 2.25 0 1 0 6 3a2.25 2.25 0 0 0 0 4.5M1.75 13C2 10.7 3.75 9.5 6 9.5s4 1.2 4.25 3.5M10.5 3.2a2.25 2.25 0 0 1 0 4.1M11.9 9.8c1.35.5 2.15 1.6 2.35 3.2',
  sync: 'M13.25 6.5A5.5 5.5 0 0 0 3.5 4.75M2.75 9.5a5.5 5.5 0 0 0 9.75 1.75M3.25 2v3h3M12.75 14v-3h-3',
  settings: 'M2 4.5h12M2 11.5h12M10.5 2.5v4M5.5 9.5v4',
  presence:
    'M8 14c3-3.4 4.5-5.8 4.5-7.75a4.5 4.5 0 0 0-9 0C3.5 8.2 5 10.6 8 14M8 8a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5',
  timesheets: 'M2.5 3h11v10h-11zM2.5 6.5h11M6 3v10M9.75 3v10',
  audit: 'M2.5 3.5h9M2.5 7.5h6M2.5 11.5h4M8.5 11l2 2 3.5-4',
  logout: 'M6.5 2.5h-4v11h4M10.5 11l3-3-3-3M13.5 8H6',
  menu: 'M2 4h12M2 8h12M2 12h12',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.25 10.25l3.5 3.5',
  filter: 'M2 4h12M4.5 8h7M6.75 12h2.5',
  download: 'M8 2.5V10M4.75 7L8 10.25 11.25 7M2.5 13.5h11',
};

export type IconName = keyof typeof strokes;

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <IconPath path={strokes[name]} className={className} />;
}
