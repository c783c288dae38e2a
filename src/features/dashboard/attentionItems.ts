// The figures of the dashboard that ask for attention, as words and links.

import { paths } from '../../platform/boot/paths.ts';
import type { Attention } from '../../shared/contract/dashboard.ts';
import { addressOf } from '../../shared/words/address.ts';
import { plural } from '../../shared/words/plural.ts';

export interface AttentionItem {
  text: string;
  note?: string;
  to: string;
  /** Missing where a number is only news. */
  problem?: { word: string; tone: 'bad' | 'warning' };
}

/** Day and filters begin empty, so that the link shows all that was counted. */
const records = (filters: Record<string, string | number>) =>
  addressOf(paths.attendance, { start_date: '', end_date: '', ...filters });

/** News first, then what is broken, then what may wait; of each, in the order given. */
export const byUrgency = (items: readonly AttentionItem[]): AttentionItem[] =>
  items.toSorted((one, other) => urgencyOf(one) - urgencyOf(other));

const urgencyOf = ({ problem }: AttentionItem): number => {
  if (!problem) return 0;
  return problem.tone === 'bad' ? 1 : 2;
};

const weekdayOf = (day: string) => new Date(`${day}T12:00:00`).toLocaleDateString('en', { weekday: 'long' });

export function attentionItems({ day, events, events_week_before, unknown, hr }: Attention, offline: number) {
  const items: AttentionItem[] = [
    {
      text: `${plural(events, 'event')} today`,
      note: `${plural(events_week_before, 'event')} by this time last ${weekdayOf(day)}`,
      to: records({ start_date: day, end_date: day }),
    },
  ];
  if (hr && hr.failed > 0) {
    items.push({
      text: `${plural(hr.failed, 'record')} rejected by HR systems`,
      note: 'They need a manual retry',
      to: records({ hr_state: 'failed' }),
      problem: { word: 'Rejected', tone: 'bad' },
    });
  }
  if (offline > 0) {
    items.push({
      text: `${plural(offline, 'company URL')} offline`,
      note: 'At their last health check',
      to: addressOf(paths.companies, { url_health: 'offline' }),
      problem: { word: 'Offline', tone: 'bad' },
    });
  }
  if (unknown.events > 0) {
    const { start_date, end_date } = unknown;
    items.push({
      text: `${plural(unknown.events, 'event')} of unknown people`,
      note: 'In the last 14 days, with IDs that no employee has',
      to: records({ employee_id: 0, start_date, end_date }),
      problem: { word: 'Unknown', tone: 'warning' },
    });
  }
  if (hr && hr.waiting > 0) {
    items.push({
      text: `${plural(hr.waiting, 'record')} not accepted yet`,
      note: 'They are sent automatically',
      to: records({ hr_state: 'waiting' }),
      problem: { word: 'Will retry', tone: 'warning' },
    });
  }
  return items;
}
