// The corrections of exported records, as rows of a sheet of their own and of the last pages of a PDF.

import type { Correction } from '../../shared/contract/corrections.ts';
import { correctionText } from '../../shared/words/correctionText.ts';
import { wellFormed } from '../../shared/words/exportedRow.ts';
import { formatTime } from '../../shared/words/time.ts';

export const correctionsTitle = 'Corrections';

const columns: readonly { title: string; text(correction: Correction): string }[] = [
  { title: 'No.', text: ({ id }) => String(id) },
  { title: 'Employee Name', text: correctionText.person },
  { title: 'Working Day', text: ({ day }) => day },
  { title: 'Correction', text: correctionText.action },
  { title: 'Reason', text: ({ reason }) => reason },
  { title: 'State', text: correctionText.state },
  { title: 'Author', text: ({ author }) => author },
  { title: 'Corrected At', text: ({ created_at }) => formatTime(created_at) },
  { title: 'Decision', text: correctionText.decision },
];

export const correctionTitles: readonly string[] = columns.map(({ title }) => title);

export interface CorrectionRow {
  readonly id: number;
  /** The attendance record that it added or is about. */
  readonly recordId: number | null;
  readonly cells: readonly string[];
}

export const correctionRowOf = (correction: Correction): CorrectionRow => ({
  id: correction.id,
  recordId: correction.record_id,
  cells: columns.map(({ text }) => wellFormed(text(correction))),
});
