// Gives rows back as a file like theirs, byte for byte, to be mended and imported again.

import { extractRows } from '../../../platform/csv/readCsv.ts';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import type { CsvFile } from './csvFile.ts';
import type { ReportedRow } from './rowStatus.ts';

export function saveRefused({ name, bytes, header, settings }: CsvFile, rows: readonly ReportedRow[]): void {
  const [, base = name, ending] = /^(.*)(\.\w+)$/.exec(name) ?? [];
  const file = extractRows(
    bytes,
    header,
    rows.map(({ planned }) => planned.row),
  );
  saveFile(file, `${base} - refused${ending ?? (settings.separator === '\t' ? '.tsv' : '.csv')}`);
}
