import type { CorrectionDraft } from '../../corrections/draft.ts';

/** What every correction of a day begins with. */
export type CorrectedDay = Pick<CorrectionDraft, 'who' | 'day' | 'seen'>;
