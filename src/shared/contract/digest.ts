// The digest, a mail on chosen weekdays that tells the people who may make corrections how much waits at a company.

import type { Calls } from './call.ts';
import { flag, integer, list, object, text } from './decode.ts';
import { count, stated } from './decodeRecords.ts';
import { setSchema } from './schema.ts';
import type { Check } from './validate.ts';

const storedDigest = object({
  /** 1 for Monday to 7 for Sunday; none if no digest is mailed. */
  weekdays: list(integer),
  /** Day of the last mail, which may still be waiting for the mail server; empty if there was none. */
  mailed_on: text,
  /** Number of recipients. */
  mailed_to: count,
});

const soundWeekdays: Check = (value) => {
  const days: readonly unknown[] = Array.isArray(value) ? value : [];
  return days.every((day) => Number.isInteger(day) && Number(day) >= 1 && Number(day) <= 7)
    ? undefined
    : 'Please choose weekdays from 1 to 7';
};
setSchema(soundWeekdays, () => ({ items: { type: 'integer', minimum: 1, maximum: 7 } }));

const digestRules = { weekdays: [soundWeekdays] };

const ownDigest = object({ wants_digest: flag });

export const calls = {
  'GET /companies/{id}/digest': { needs: 'companies.view', feature: 'digest', answer: storedDigest },
  'PUT /companies/{id}/digest': {
    needs: 'companies.edit',
    feature: 'digest',
    body: object({ weekdays: stated(list(integer)) }),
    rules: digestRules,
    answer: storedDigest,
    done: 'Digest saved successfully',
    failed: 'Failed to save the digest',
    touches: ['GET /companies/{id}/digest'],
  },
  'GET /auth/digest': { feature: 'digest', answer: ownDigest },
  'PUT /auth/digest': {
    feature: 'digest',
    body: object({ wants_digest: stated(flag) }),
    answer: ownDigest,
    done: 'Preference saved successfully',
    failed: 'Failed to save the preference',
    touches: ['GET /auth/digest'],
  },
} satisfies Calls;
