// The contents of a person's report as a file, whatever its format.

import type { PersonalData, ReportRow, ReportSection } from '../../../shared/contract/privacy.ts';

export type ReportFormat = 'json' | 'pdf';

export interface ReadSection extends ReportSection {
  /** The rows as read, which may be more than were counted before. */
  readonly content: readonly ReportRow[];
}

export interface ReportFile {
  readonly person: PersonalData['person'];
  readonly sections: readonly ReadSection[];
  /** Person who downloaded the report. */
  readonly readBy: string;
  readonly readOn: string;
}
