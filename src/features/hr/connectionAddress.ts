// Where a company's HR Connection opens.

import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';

/** `connection` is the company whose connection is open. */
export const connectionParams = { connection: '' };

export const connectionAddress = (companyId: number): string => addressOf(paths.hrSync, { connection: companyId });
