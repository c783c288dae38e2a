import type { HrSyncTest } from '../../../shared/contract/hr.ts';

type HeldBack = NonNullable<HrSyncTest['results']['sync_details'][number]['held_back']>[number];

/** The server lists records that need a manual retry among those held back. */
export const isRejected = ({ reason }: HeldBack): boolean => reason === 'delivery_failed';
