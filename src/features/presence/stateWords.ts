// What is known of a person, in words.

import type { Badge } from '../../platform/ui/data/Badge.tsx';
import type { ComponentProps } from 'react';
import { dayTitle } from '../../shared/words/days.ts';

type Tone = ComponentProps<typeof Badge>['tone'];

const words: Readonly<Record<string, { name: string; tone: Tone }>> = {
  in: { name: 'In', tone: 'good' },
  out: { name: 'Out', tone: 'neutral' },
  not_seen: { name: 'Not seen', tone: 'warning' },
};

/** A newer server may know more states. */
export const stateName = (state: string): string => words[state]?.name ?? state;
export const stateTone = (state: string): Tone => words[state]?.tone ?? 'neutral';

/** 'In since 08:12', 'Out since 22 Nov 23:50' if that was another day than `today`, 'Not seen' */
export function stateSince({ state, since }: { state: string; since: string }, today: string): string {
  if (!since) return stateName(state);
  const day = since.slice(0, 10);
  const time = since.slice(11, 16);
  return `${stateName(state)} since ${day === today ? time : `${dayTitle(day).slice(5, 11)} ${time}`}`;
}
