// Addresses of a company's HR Connection and Match Employees.

import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';

/** `connection` is the company whose connection is open. */
export const connectionParams = { connection: '' };

export const connectionAddress = (companyId: number): string => addressOf(paths.hrSync, { connection: companyId });

/** `people` is the company whose people are shown. */
export const matchParams = { people: '', show: 'unmatched', q: '', page: 1 };

export const matchAddress = (companyId: number, show = matchParams.show): string =>
  addressOf(paths.hrSync, { people: companyId, ...(show !== matchParams.show && { show }) });
