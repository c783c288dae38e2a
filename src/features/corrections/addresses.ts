// Addresses of corrections, as other screens link to them.

import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';

/** The corrections that wait for the user's decision. */
export const forMeAddress = addressOf(paths.exceptions, { tab: 'corrections', for_me: 1 });

export const closeParam = 'close';

/** Opens the dialog that closes a month 'YYYY-MM', of one company or of all. */
export const closeMonthAddress = (month: string, companyId?: string) =>
  addressOf(paths.timesheets, { company_id: companyId, [closeParam]: month });
