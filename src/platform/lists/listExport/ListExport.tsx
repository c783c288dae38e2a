// Exports a list: loaded when its button is first pressed.

import type { ListFormat } from '../../export/list/listFile.ts';
import { ExportMenu } from './ExportMenu.tsx';
import type { ExportedSource } from './useListExport.ts';

const formats: readonly { format: ListFormat; label: string; detail: string }[] = [
  { format: 'excel', label: 'Excel', detail: 'Every cell is text, so numbers keep their zeros' },
  { format: 'csv', label: 'CSV', detail: 'With an apostrophe before what a spreadsheet would run as a formula' },
  { format: 'exactCsv', label: 'CSV, Exact Values', detail: 'For other programs: formulas stay as they are' },
];

export default function ListExport({ source }: { source: ExportedSource<ListFormat> }) {
  return <ExportMenu source={source} formats={formats} isOpenAtFirst />;
}
