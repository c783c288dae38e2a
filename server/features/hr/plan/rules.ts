// What a plan follows: a company's configuration, with a mode that the plan knows.

import { object, oneOf } from '../../../../src/shared/contract/decode.ts';
import { withDefault } from '../../../../src/shared/contract/decodeRecords.ts';
import { hrSyncFields, hrSyncModes } from '../../../../src/shared/contract/hr.ts';

export const hrRules = object({
  multiple_clock_out_mode: withDefault(oneOf(...hrSyncModes), 'first_last'),
  ...hrSyncFields,
});
