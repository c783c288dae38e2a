// Checks whether an exported file has changed. This finds accidents and edits, but it is not a signature: anyone who
// knows how the hashes are made can make them again.

import { aboutTitle, hashedLine, labels, sealOf, type Fact } from './about.ts';
import { titles } from '../columns.ts';
import { readSealedPdf } from '../pdf/seal.ts';
import { readWorkbook, type Workbook } from '../xlsx/read.ts';
import { Sha256 } from './sha256.ts';
import { recordsTitle } from '../xlsx/recordsSheet.ts';

export interface Verification {
  state: 'unchanged' | 'changed' | 'notExported';
  details: { label: string; value: string }[];
  difference?: string;
}

const notExported: Verification = { state: 'notExported', details: [] };

export async function verify(file: Blob): Promise<Verification> {
  const pdf = await readSealedPdf(file);
  if (pdf) return resultOf(pdf.facts, pdf.isIntact ? undefined : 'Its bytes differ from those of the exported file.');
  const workbook = await readWorkbook(file);
  return workbook ? verifyWorkbook(workbook) : notExported;
}

async function verifyWorkbook(workbook: Workbook): Promise<Verification> {
  const facts: Fact[] = [];
  for await (const [label = '', value = ''] of workbook.rows(aboutTitle) ?? []) {
    if (label !== '') facts.push([label, value]);
  }
  const factOf = (wanted: string) => facts.find(([label]) => label === wanted)?.[1];
  const seal = factOf(labels.seal);
  const records = workbook.rows(recordsTitle);
  if (seal === undefined) return notExported;
  if (!records) return resultOf(facts, `The sheet ‘${recordsTitle}’ is missing.`);

  const hash = new Sha256();
  let rows = -1;
  for await (const cells of records) {
    rows += 1;
    while (cells.length < titles.length) cells.push('');
    if (rows > 0) hash.update(hashedLine(cells));
    else if (cells.join('\n') !== titles.join('\n')) return resultOf(facts, 'The column titles were changed.');
  }
  if (String(rows) !== factOf(labels.rows)) {
    return resultOf(facts, `The file has ${rows} rows; ${factOf(labels.rows) ?? 'an unknown number'} were exported.`);
  }
  if (hash.hex() !== factOf(labels.rowsHash))
    return resultOf(facts, 'At least one cell was changed, or rows were moved.');
  const sealed = facts.slice(
    0,
    facts.findIndex(([label]) => label === labels.seal),
  );
  return resultOf(facts, sealOf(sealed) === seal ? undefined : `The sheet ‘${aboutTitle}’ was changed.`);
}

function resultOf(facts: readonly Fact[], difference: string | undefined): Verification {
  const details = facts.map(([label, value]) => ({ label, value }));
  return difference === undefined ? { state: 'unchanged', details } : { state: 'changed', details, difference };
}
