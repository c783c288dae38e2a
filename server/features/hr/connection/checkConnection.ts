// Whether values fit a connector's fields, each error at its field: 'settings.database', 'secrets.api_key'.

import { isCalendarDay } from '../../../../src/shared/contract/calendarDay.ts';
import type { ConnectorField, HrConnectionBody } from '../../../../src/shared/contract/hrConnections.ts';
import { atMost } from '../../../../src/shared/contract/checks.ts';
import type { FieldMessages } from '../../../platform/records/domainErrors.ts';
import { isTimeZone } from '../../../platform/time/businessTime.ts';
import type { Connector } from '../connectors/connector.ts';
import type { Secrets } from './credentials.ts';

const longestSetting = 255;
/** Signed tokens are long. */
const longestSecret = 4_000;

/** `stored` has the secrets that may be used, or says why there are none. */
export function complaintsAbout(
  connector: Connector,
  { settings, secrets, expires_on }: Pick<HrConnectionBody, 'settings' | 'secrets' | 'expires_on'>,
  stored: { readonly secrets: Secrets; readonly problem: string },
): FieldMessages {
  const { name, fields } = connector;
  const ofSettings = fields.filter(({ kind }) => kind !== 'secret');
  const ofSecrets = fields.filter(({ kind }) => kind === 'secret');
  const secretComplaint = (field: ConnectorField, given: string) => {
    if (given === '' && stored.secrets[field.key]) return undefined;
    if (given === '' && field.is_required && stored.problem !== '') return stored.problem;
    return valueComplaint(field, given, longestSecret);
  };
  return Object.fromEntries([
    ...unknownKeys(name, 'settings', settings, ofSettings),
    ...unknownKeys(name, 'secrets', secrets, ofSecrets),
    ...complaintsIn('settings', ofSettings, (field) =>
      valueComplaint(field, settings[field.key] ?? '', longestSetting),
    ),
    ...complaintsIn('secrets', ofSecrets, (field) => secretComplaint(field, secrets[field.key] ?? '')),
    ...(expires_on === '' || isCalendarDay(expires_on) ? [] : [['expires_on', 'Please enter a date'] as const]),
  ]);
}

type Complaint = readonly [string, string];

const unknownKeys = (
  name: string,
  group: 'settings' | 'secrets',
  values: Readonly<Record<string, string>>,
  fields: readonly ConnectorField[],
): Complaint[] =>
  Object.keys(values)
    .filter((key) => fields.every((field) => field.key !== key))
    .map((key) => [`${group}.${key}`, `${name} has no such field`]);

const complaintsIn = (
  group: 'settings' | 'secrets',
  fields: readonly ConnectorField[],
  complaintOf: (field: ConnectorField) => string | undefined,
): Complaint[] =>
  fields.flatMap((field) => {
    const complaint = complaintOf(field);
    return complaint === undefined ? [] : [[`${group}.${field.key}`, complaint] as const];
  });

function valueComplaint(field: ConnectorField, value: string, longest: number): string | undefined {
  const { key, label, kind, is_required, options } = field;
  if (value.trim() === '') return is_required ? `${label} is required` : undefined;
  if (/\p{Cc}/u.test(value)) return 'Please enter it without line breaks and control characters';
  if (kind === 'choice' && options.every((option) => option.value !== value.trim())) {
    return `Please choose one of ${options.map((option) => option.label).join(', ')}`;
  }
  if (key === 'time_zone' && !isTimeZone(value.trim())) {
    return 'Please enter the name of a time zone, such as Europe/Athens';
  }
  return atMost(longest)(value, {});
}
