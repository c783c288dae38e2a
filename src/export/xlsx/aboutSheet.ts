// The sheet that says what a file contains and where it comes from.

import type { Row as SheetRow } from 'write-excel-file/universal';
import type { Fact } from '../proof/about.ts';
import { heightOf } from './rowHeight.ts';
import { storable } from './text.ts';

/** In characters. */
const labelWidth = 32;
const valueWidth = 90;

export const aboutColumns = [{ width: labelWidth }, { width: valueWidth }];

export function aboutRow([label, value]: Fact): SheetRow {
  const height = Math.max(heightOf(label, labelWidth), heightOf(value, valueWidth));
  return [
    { ...aboutCell(label), fontWeight: 'bold', height },
    { ...aboutCell(value), height },
  ];
}

const aboutCell = (text: string) => ({
  value: storable(text),
  type: String, // of an empty text, too
  format: '@',
  wrap: true,
  alignVertical: 'top' as const,
});
