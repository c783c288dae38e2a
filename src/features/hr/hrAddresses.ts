// Addresses of the HR set-up of a company: its connection, and the people of its HR system.

import { paths } from '../../platform/boot/paths.ts';
import { recordAddress } from '../../platform/records/recordLinkTo.ts';

export const connectionAddress = (companyId: number): string => recordAddress(paths.companies, companyId, 'hr');

/** The defaults: the first page of unmatched employees. */
export const matchParams = { show: 'unmatched', q: '', page: 1 };

export const matchAddress = (companyId: number, show = matchParams.show): string =>
  recordAddress(paths.companies, companyId, 'hr', show === matchParams.show ? {} : { show });
