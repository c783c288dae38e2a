// The form of a new API token.

import {
  type ApiTokenChoices,
  apiTokenRules,
  longestTokenDays,
  usualTokenDays,
} from '../../../shared/contract/apiTokens.ts';
import type { Body } from '../../../shared/contract/calls.ts';
import type { Check } from '../../../shared/contract/validate.ts';
import type { Option } from '../../../platform/ui/option.ts';

export interface TokenValues extends Record<string, unknown> {
  name: string;
  /** '' for never. */
  expires_in_days: string;
  permissions: readonly number[];
  reach: 'all' | 'chosen';
  companies: readonly number[];
}

export const newToken: TokenValues = {
  name: '',
  expires_in_days: String(usualTokenDays),
  permissions: [],
  reach: 'all',
  companies: [],
};

const ofChosen =
  (checks: readonly Check[]): Check =>
  (value, all) =>
    all.reach === 'chosen' ? checks.map((check) => check(value, all)).find(Boolean) : undefined;

export const tokenRules = { ...apiTokenRules, companies: [ofChosen(apiTokenRules.companies)] };

export const bodyOf = (values: TokenValues): Body<'POST /api-tokens'> => ({
  name: values.name,
  permissions: [...values.permissions],
  companies: values.reach === 'all' ? null : [...values.companies],
  expires_in_days: values.expires_in_days === '' ? null : Number(values.expires_in_days),
});

export const expiryOptions = ({ may_last }: ApiTokenChoices): readonly Option[] => [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(usualTokenDays), label: `${usualTokenDays} days` },
  { value: '180', label: '180 days' },
  { value: String(longestTokenDays), label: 'A year' },
  ...(may_last ? [{ value: '', label: 'Never' }] : []),
];

export const reachOptions: readonly Option[] = [
  {
    value: 'all',
    label: 'All your companies',
    detail: 'Also those that you get later, and no longer those that you lose.',
  },
  { value: 'chosen', label: 'Some of them', detail: 'Only those that you choose here.' },
];
