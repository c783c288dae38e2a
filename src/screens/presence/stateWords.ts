// What is known of a person, in words.

import type { Badge } from '../../ui/data/Badge.tsx';
import type { ComponentProps } from 'react';

type Tone = ComponentProps<typeof Badge>['tone'];

const words: Readonly<Record<string, { name: string; tone: Tone }>> = {
  in: { name: 'In', tone: 'good' },
  out: { name: 'Out', tone: 'neutral' },
  not_seen: { name: 'Not seen', tone: 'warning' },
};

/** A newer server may know more states. */
export const stateName = (state: string): string => words[state]?.name ?? state;
export const stateTone = (state: string): Tone => words[state]?.tone ?? 'neutral';

/** 'In since 08:12', 'Out since 12:01', 'Not seen' */
export const stateSince = ({ state, since }: { state: string; since: string }): string =>
  since ? `${stateName(state)} since ${since.slice(11, 16)}` : stateName(state);
