// The devices that need a look, as words and links.

import { paths } from '../../platform/boot/paths.ts';
import type { DeviceCounts } from '../../shared/contract/devices.ts';
import { addressOf } from '../../shared/words/address.ts';
import { plural } from '../../shared/words/plural.ts';
import type { AttentionItem } from './attentionItems.ts';

const claimed = (claim: string) => addressOf(paths.devices, { claim });

export function deviceItems({ silent, drifting, memory_full, waiting }: DeviceCounts): AttentionItem[] {
  const items: (AttentionItem & { count: number })[] = [
    {
      count: silent,
      text: `${plural(silent, 'device')} silent`,
      note: 'Not heard for longer than expected',
      to: claimed('silent'),
      problem: { word: 'Silent', tone: 'bad' },
    },
    {
      count: drifting,
      text: `${plural(drifting, 'device')} with a wrong clock`,
      note: 'Over two minutes off, so event times are wrong',
      to: claimed('drifting'),
      problem: { word: 'Drifting', tone: 'warning' },
    },
    {
      count: memory_full,
      text: `${plural(memory_full, 'device')} nearly full`,
      note: 'A full one overwrites its oldest events',
      to: claimed('memory_full'),
      problem: { word: 'Nearly full', tone: 'warning' },
    },
    {
      count: waiting,
      text: `${plural(waiting, 'device')} not approved yet`,
      note: 'Events count once somebody approves the device',
      to: paths.devices,
      problem: { word: 'Waiting', tone: 'warning' },
    },
  ];
  return items.filter(({ count }) => count > 0);
}
