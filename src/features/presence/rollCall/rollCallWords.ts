// A roll call in words, and its address.

import { paths } from '../../../platform/boot/paths.ts';
import type { RollCall } from '../../../shared/contract/presence.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';

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
