// What people see in forged workbooks, in LibreOffice and with openpyxl. LibreOffice takes seconds to start, so it reads
// all of them in one run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import { forgeries, genuine } from '../../../../support/exports/forgeries.ts';
import { exportWorkbook, key, rowsOf } from '../../../../support/exports/signedFiles.ts';
import { need } from '../../../../support/tools.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-forged-'));
const kinds = Object.entries(forgeries).map(([kind, forgery], index) => ({ kind, ...forgery, name: `forged${index}` }));
const at = (name: string) => path.join(folder, name);
const save = async (name: string, file: Blob) => writeFileSync(at(name), Buffer.from(await file.arrayBuffer()));

beforeAll(async () => {
  const file = await exportWorkbook();
  await save('genuine.xlsx', file);
  // LibreOffice's format allows no control characters.
  await save('saved.xlsx', await exportWorkbook({ rows: rowsOf(['Jane', '=1+1', 'Ann 王小明, अनिल', 'two\nlines']) }));
  for (const { name, forge } of kinds) await save(`${name}.xlsx`, await forge(file));
  const files = ['genuine', ...kinds.map(({ name }) => name)].map((name) => `${name}.xlsx`);
  const convert = (to: string, ...names: string[]) =>
    execFileSync(
      need('libreoffice-calc-nogui'),
      ['--headless', '--norestore', `-env:UserInstallation=file://${at('profile')}`, '--convert-to', to, ...names],
      { cwd: folder, stdio: 'pipe' },
    );
  // Converts the first sheet that is shown.
  convert('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1', ...files);
  convert('ods', 'saved.xlsx');
  convert('xlsx:Calc MS Excel 2007 XML', 'saved.ods');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Name and time in the first row below the titles. */
function shownByLibreOffice(name: string): readonly string[] {
  const csv = readdirSync(folder).find((file) => file.startsWith(name) && file.endsWith('.csv')) ?? '';
  const [person = '', , , time = ''] = readFileSync(at(csv), 'utf8').split('\n')[1]?.split(',') ?? [];
  return [person, time];
}

function shownByOpenpyxl(name: string): readonly string[] {
  const script = `
import json, openpyxl, sys
sheet = next(each for each in openpyxl.load_workbook(sys.argv[1]).worksheets if each.sheet_state == 'visible')
print(json.dumps([sheet['A2'].value, sheet['D2'].value]))`;
  return JSON.parse(execFileSync(need('python3-openpyxl'), ['-c', script, at(`${name}.xlsx`)]).toString());
}

test('both show the genuine file as it was exported', () => {
  expect(shownByLibreOffice('genuine')).toEqual([genuine.name, genuine.time]);
  expect(shownByOpenpyxl('genuine')).toEqual([genuine.name, genuine.time]);
});

test.each(kinds)('show what was forged: $kind', ({ name, libreOffice, openpyxl }) => {
  expect(shownByLibreOffice(name)).toEqual(libreOffice);
  expect(shownByOpenpyxl(name)).toEqual(openpyxl);
});

test('a signed file that LibreOffice saved again, through a format of its own, still has the cells that were signed', async () => {
  expect(await verify(new Blob([readFileSync(at('saved.xlsx'))]), key)).toMatchObject({
    state: 'sameCells',
    why: 'savedAgain',
    signature: { kind: 'valid' },
  });
});
