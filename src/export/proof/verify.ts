// Whether a file that an export made is still what it was. This finds accidents and edits; whoever knows how
// the sums are made can make them anew, so it is no signature.

import { aboutTitle, hashedLine, labels, sealOf, type Fact } from './about.ts';
import { titles } from '../columns.ts';
import { readSealedPdf } from '../pdf/seal.ts';
import { readWorkbook, type Workbook } from '../xlsx/read.ts';
import { Sha256 } from './sha256.ts';
import { recordsTitle } from '../xlsx/workbook.ts';

export interface Verification {
  state: 'untouched' | 'changed' | 'notOurs';
  details: { label: string; value: string }[];
  difference?: string;
}

const notOurs: Verification = { state: 'notOurs', details: [] };

export async function verify(file: Blob): Promise<Verification> {
  const pdf = await readSealedPdf(file);
  if (pdf)
    return verdict(pdf.facts, pdf.isIntact ? undefined : 'The file is not, byte for byte, the one that was made.');
  const workbook = await readWorkbook(file);
  return workbook ? verifyWorkbook(workbook) : notOurs;
}

async function verifyWorkbook(workbook: Workbook): Promise<Verification> {
  const facts: Fact[] = [];
  for await (const [label = '', value = ''] of workbook.rows(aboutTitle) ?? []) {
    if (label !== '') facts.push([label, value]);
  }
  const said = (wanted: string) => facts.find(([label]) => label === wanted)?.[1];
  const seal = said(labels.seal);
  const records = workbook.rows(recordsTitle);
  if (seal === undefined) return notOurs;
  if (!records) return verdict(facts, `The sheet ‘${recordsTitle}’ is missing.`);

  const hash = new Sha256();
  let rows = -1;
  for await (const cells of records) {
    rows += 1;
    while (cells.length < titles.length) cells.push('');
    if (rows > 0) hash.update(hashedLine(cells));
    else if (cells.join('\n') !== titles.join('\n')) return verdict(facts, 'The titles of the columns were changed.');
  }
  if (String(rows) !== said(labels.rows)) {
    return verdict(facts, `The file has ${rows} rows; ${said(labels.rows) ?? 'an unknown number'} were exported.`);
  }
  if (hash.hex() !== said(labels.rowsHash)) return verdict(facts, 'At least one cell was changed, or rows were moved.');
  const sealed = facts.slice(
    0,
    facts.findIndex(([label]) => label === labels.seal),
  );
  return verdict(facts, sealOf(sealed) === seal ? undefined : `The sheet ‘${aboutTitle}’ was changed.`);
}

function verdict(facts: readonly Fact[], difference: string | undefined): Verification {
  const details = facts.map(([label, value]) => ({ label, value }));
  return difference === undefined ? { state: 'untouched', details } : { state: 'changed', details, difference };
}
