// What a plan follows: a company's configuration, with a mode that the plan knows.

import { object, oneOf, withDefault } from '../../../src/contract/decode.ts';
import { hrSyncFields, hrSyncModes } from '../../../src/contract/entities/hr.ts';

export const hrRules = object({
  multiple_clock_out_mode: withDefault(oneOf(...hrSyncModes), 'first_last'),
  ...hrSyncFields,
});
