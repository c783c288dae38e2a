// The words of presence: of a person's state, of a roll call, of sites and departments to choose from.

import type { ComponentProps } from 'react';
import { paths } from '../../platform/boot/paths.ts';
import type { Badge } from '../../platform/ui/data/Badge.tsx';
import type { Option } from '../../platform/ui/option.ts';
import { missing, type PresenceSummary, type PresentPerson, type RollCall } from '../../shared/contract/presence.ts';
import { addressOf } from '../../shared/words/address.ts';
import { shortMoment } from '../../shared/words/moment.ts';
import { groupDigits } from '../../shared/words/plural.ts';

type Tone = ComponentProps<typeof Badge>['tone'];

const words: Readonly<Record<string, { name: string; tone: Tone }>> = {
  in: { name: 'In', tone: 'good' },
  out: { name: 'Out', tone: 'neutral' },
  not_seen: { name: 'Not seen', tone: 'neutral' },
  missing: { name: 'Expected and not in', tone: 'warning' },
};

/** A newer server may know more states. */
export const stateName = (state: string): string => words[state]?.name ?? state;

interface Sighted extends Pick<PresentPerson, 'state' | 'since'> {
  /** Warns only of people who are missing: at night nobody is seen. */
  is_missing?: boolean | undefined;
}

const stateOf = ({ state, is_missing }: Sighted): string => (is_missing ? missing : state);
export const stateTone = (person: Sighted): Tone => words[stateOf(person)]?.tone ?? 'neutral';

/**
 * 'In since 08:12', 'Out since 22 Nov 23:50' if that was another day than `today`, by default the company's, 'Not seen'
 */
export function stateSince(person: Sighted, today?: string): string {
  const name = stateName(stateOf(person));
  return person.since ? `${name} since ${shortMoment(person.since, today)}` : name;
}

/** Counts the people in each state, with links to them. */
export const presenceFigures = (counts: PresenceSummary['counts'] | undefined, filters?: { company_id: number }) =>
  (['in', 'out', missing, 'not_seen'] as const).map((state) => ({
    label: stateName(state),
    value: counts?.[state],
    to: addressOf(paths.presence, { ...filters, state }),
  }));

export const rollCallAddress = (id: number): string => addressOf(paths.presence, { roll_call: id });

/** 'Acme · Quay 1 · Kitchen' */
export const rollCallName = ({ company, site, department }: Pick<RollCall, 'company' | 'site' | 'department'>) =>
  [company.name, site, department].filter(Boolean).join(' · ');

/** '12 of 40 ticked' */
export const rollCallCount = ({ ticked, expected }: Pick<RollCall, 'ticked' | 'expected'>): string =>
  `${groupDigits(ticked)} of ${groupDigits(expected)} ticked`;

/** 'and 1 more who was not known to be in'; empty if there is nobody. */
export const othersInWords = ({ others }: Pick<RollCall, 'others'>): string =>
  others === 0 ? '' : `and ${groupDigits(others)} more who ${others === 1 ? 'was' : 'were'} not known to be in`;

/** Offers sites or departments, each with how many are in, and the chosen one even if nobody was seen there. */
export function placeOptions(places: PresenceSummary['sites'] = [], chosen: string): Option[] {
  const options = places.map(({ name, in: count }) => ({ value: name, label: `${name} (${groupDigits(count)} in)` }));
  if (!chosen || places.some(({ name }) => name === chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}
