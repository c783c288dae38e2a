// Icons for actions, which load with the screens that offer them.

import { IconPath } from './IconPath.tsx';

const strokes = {
  plus: 'M8 3v10M3 8h10',
  edit: 'M10.5 3L13 5.5 5.5 13l-3 .5.5-3z',
  up: 'M8 12.5v-9M4.5 7L8 3.5 11.5 7',
  down: 'M8 3.5v9M4.5 9L8 12.5 11.5 9',
  save: 'M4 2.5h8v11L8 10.5l-4 3z',
  link: 'M6.75 9.25a2.5 2.5 0 0 0 3.54 0l2.5-2.5a2.5 2.5 0 0 0-3.54-3.54l-1 1M9.25 6.75a2.5 2.5 0 0 0-3.54 0l-2.5 2.5a2.5 2.5 0 0 0 3.54 3.54l1-1',
  file: 'M3.5 1.75H9l3.5 3.5v9h-9zM9 1.75v3.5h3.5M6 8.5h4M6 11h4',
  trash: 'M2.5 4.25h11M6 4V2.25h4V4M4 4.25l.6 9.25h6.8l.6-9.25M6.75 7v4M9.25 7v4',
  clock: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12M8 4.75V8l2.25 1.5',
  more: 'M3.25 8v.01M8 8v.01M12.75 8v.01',
  chevronLeft: 'M9.75 3.5L5.25 8l4.5 4.5',
  chevronRight: 'M6.25 3.5l4.5 4.5-4.5 4.5',
  chevronDown: 'M3.5 6.25l4.5 4.5 4.5-4.5',
};

export function ActionIcon({ name, className }: { name: keyof typeof strokes; className?: string }) {
  return <IconPath path={strokes[name]} className={className} />;
}
