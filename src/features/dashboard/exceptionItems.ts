// The exceptions that wait for an answer, as words and links. The inbox shows the same days by default.

import { paths } from '../../platform/boot/paths.ts';
import type { Answer } from '../../shared/contract/calls.ts';
import { addressOf } from '../../shared/words/address.ts';
import { plural } from '../../shared/words/plural.ts';
import type { AttentionItem } from './attentionItems.ts';

export function exceptionItems(counts: Answer<'GET /exceptions/counts'>): AttentionItem[] {
  const total = counts.reduce((sum, each) => sum + each.total, 0);
  const missing = counts.find(({ kind }) => kind === 'no_check_out')?.total ?? 0;
  const items: AttentionItem[] = [];
  if (missing > 0) {
    items.push({
      text: plural(missing, 'missing check-out'),
      note: 'In the last 14 days',
      to: addressOf(paths.exceptions, { kind: 'no_check_out' }),
      problem: { word: 'Missing', tone: 'warning' },
    });
  }
  if (total > missing) {
    items.push({
      text: `${plural(total, 'exception')} not answered`,
      note: missing > 0 ? 'Missing check-outs and others, in the last 14 days' : 'In the last 14 days',
      to: paths.exceptions,
      problem: { word: 'To answer', tone: 'warning' },
    });
  }
  return items;
}
