// The import of employees, from the button to the report, against the real server.

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { act, allByRole, byRole, click, field, maybeByRole, text, type, until } from '../support/console/render.tsx';
import { clickButton, fill, openDialog } from './steps.ts';

let app: TestConsole;
const saved: Blob[] = [];
beforeAll(async () => {
  app = await startConsole();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return '#';
  });
  // A simulated page would follow the link instead of downloading.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterAll(() => app.stop());
beforeEach(() => void (saved.length = 0));

const openImport = async () => {
  await app.open('/employees');
  return openDialog('Import', 'Import Employees');
};

async function paste(dialog: HTMLElement, words: string) {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => words } });
  await act(async () => field(/^Paste/, dialog).dispatchEvent(event));
}

async function choose(dialog: HTMLElement, file: File) {
  const input = field('CSV file', dialog);
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

/** Encodes these characters as in Windows-1252. */
const latin = (words: string) => Uint8Array.from(words, (character) => character.charCodeAt(0));
const button = (name: RegExp, within: HTMLElement) => until(() => byRole('button', name, within));
const rowsOf = (dialog: HTMLElement) =>
  [...byRole('list', 'Rows of the file', dialog).children].map((row) => text(row as HTMLElement));

test('twenty employees take one paste and three clicks', async () => {
  const dialog = await openImport(); // the first click
  const people = Array.from({ length: 20 }, (_, index) => `Atelier Beranger\tP${index}\tPerson ${index}`);
  await paste(dialog, ['Company\tID\tName', ...people].join('\r\n'));
  await click(await button(/^Import 20 Employees$/, dialog));
  await until(() => text(dialog).includes('20 employees created, 0 changed.'));
  await clickButton(
    'Close',
    (await until(() => byRole('dialog', 'Import Employees'))).querySelector('footer') ?? undefined,
  );
  await until(() => maybeByRole('dialog') === undefined);
  expect(app.bodies('POST /employees')).toHaveLength(20);
  // The list behind the dialog has been reloaded.
  const last = (wanted: string) => app.seen.map(({ key }) => key).lastIndexOf(wanted);
  await until(() => last('GET /employees') > last('POST /employees'));
});

test('a file of Excel is checked row by row, and its refused rows are given back byte for byte', async () => {
  const dialog = await openImport();
  const rows = [
    'Firma;Personalnummer;Name;E-Mail\r\n',
    'Atelier B\xe9ranger;M1;J\xfcrgen Gro\xdf;j@example.com\r\n',
    'Atelier B\xe9ranger;M2;"M\xfcller; Kurt";kein\r\n',
    'Unbekannt;M3;Ida;\r\n',
    'Atelier B\xe9ranger;M4;Ivo;\r\n',
  ];
  await choose(dialog, new File([latin(rows.join(''))], 'Mitarbeiter.csv'));
  await button(/^Import 2 Employees$/, dialog);
  expect(rowsOf(dialog)).toEqual([
    expect.stringContaining('Jürgen Groß'),
    expect.stringContaining('Email is invalid (kein)'),
    expect.stringContaining('Company: There is no company “Unbekannt”'),
    expect.stringContaining('Ivo'),
  ]);
  await click(await button(/^Refused 2$/, dialog));
  expect(rowsOf(dialog)).toHaveLength(2);
  await clickButton('Save Refused Rows', dialog);
  expect(new Uint8Array(await new Response(saved[0]).arrayBuffer())).toEqual(latin(`${rows[0]}${rows[2]}${rows[3]}`));
  await clickButton(/^Import 2 Employees$/, dialog);
  await until(() => text(dialog).includes('2 employees created, 0 changed, 2 refused.'));
  expect(app.bodies('POST /employees')).toEqual([
    expect.objectContaining({ employee_id: 'M1', name: 'Jürgen Groß', email: 'j@example.com' }),
    expect.objectContaining({ employee_id: 'M4', name: 'Ivo' }),
  ]);

  // Corrected and imported again: existing employees are changed or left alone.
  await clickButton('Import Another File', dialog);
  const mended =
    'ID,Name,Company\nM1,Jürgen Groß,Atelier Béranger\nM4,Ivo Lang,Atelier Béranger\nM2,Kurt Müller,Atelier Béranger\n';
  const shown: string[] = [];
  new MutationObserver(() => shown.push(text(dialog))).observe(dialog, { childList: true, subtree: true });
  await choose(dialog, new File([mended], 'mended.csv'));
  await click(await button(/^Import 2 Employees$/, dialog));
  const [named, ofFormer] = ['mended.csv', 'Ida'].map((words) => shown.filter((each) => each.includes(words)));
  expect(named).not.toEqual([]);
  expect(ofFormer).toEqual([]);
  await until(() => text(dialog).includes('1 employee created, 1 changed, 1 unchanged.'));
  expect(app.bodies('PUT /employees/{id}')).toEqual([
    expect.objectContaining({ name: 'Ivo Lang', employee_id: 'M4', email: '' }),
  ]);
});

test('unrecognised columns are chosen by hand', async () => {
  const dialog = await openImport();
  await paste(dialog, 'Kuerzel;Wer\nH1;Hana Ito\nH2;Hugo Ek');
  await until(() => text(dialog).includes('Choose the column of the employee ID and a company.'));
  await type(field('Column Names', dialog), 'yes');
  await until(() => text(dialog).includes('Pasted rows: 2 rows'));
  await type(field('Employee ID', dialog), '0');
  await type(field('Name', dialog), '1');
  const companies = field('Company for All Rows', dialog);
  const first = await until(() =>
    [...companies.querySelectorAll('option')].find(({ value, disabled }) => value !== '' && !disabled),
  );
  await type(companies, first.value);
  await button(/^Import 2 Employees$/, dialog);
  await type(field('Separator', dialog), ',');
  await until(() => text(dialog).includes('Choose the column of the employee ID'));
});

test('a file that cannot be read says why', async () => {
  const dialog = await openImport();
  const huge = new File(['a'], 'huge.csv');
  Object.defineProperty(huge, 'size', { value: 200_000_000 });
  await choose(dialog, huge);
  await until(() => text(dialog).includes('huge.csv has 200 MB. At most 50 MB can be imported.'));
  await choose(dialog, new File(['Name,ID\n"Ann,1\nBo,2'], 'open.csv'));
  await until(() => text(dialog).includes('The quote that opens on line 2 is never closed.'));
  expect(allByRole('alert', undefined, dialog)).toHaveLength(1);
});

test('an answer that makes no sense, and Retry', async () => {
  await app.open('/employees?q=rita&import=1'); // as the palette opens it, with a filter
  const dialog = await until(() => byRole('dialog', 'Import Employees'));
  expect(location.search).toBe('?q=rita');
  app.answer('GET /companies/{id}/employees', { data: 'nonsense' });
  await paste(dialog, 'Company\tID\tName\nAtelier Béranger\tR1\tRita');
  await until(() => text(dialog).includes('Failed to fetch employee data'));
  app.passThrough('GET /companies/{id}/employees');
  await clickButton('Retry', dialog);
  await button(/^Import 1 Employee$/, dialog);
});

test('a lost session signs in over it and goes on; closing meanwhile asks', async () => {
  const dialog = await openImport();
  await paste(dialog, 'Company\tID\tName\nAtelier Béranger\tS1\tSia\nAtelier Béranger\tS2\tSam');
  await button(/^Import 2 Employees$/, dialog);
  app.answer('POST /employees', { status: 401, message: 'Your session has ended' });
  await clickButton(/^Import 2 Employees$/, dialog);
  const question = await until(() => byRole('dialog', 'Sign in again'));
  await clickButton(
    'Close',
    (await until(() => byRole('dialog', 'Import Employees'))).querySelector('header') ?? undefined,
  );
  const stop = await until(() => byRole('alertdialog', 'Stop the import?'));
  await clickButton('Keep Importing', stop);
  app.passThrough('POST /employees');
  await fill({ Password: app.server.users.administrator.password }, question);
  await clickButton(/^(Sign|Log) ?[iI]n/, question);
  await until(() => text(dialog).includes('2 employees created, 0 changed.'));
});

test('stopping tells what is done, and the rest can follow', async () => {
  const dialog = await openImport();
  const people = Array.from({ length: 8 }, (_, index) => `Atelier Béranger\tW${index}\tWilla ${index}`);
  await paste(dialog, ['Company\tID\tName', ...people].join('\n'));
  await button(/^Import 8 Employees$/, dialog);
  let release = () => {};
  const when = new Promise<void>((resolve) => (release = resolve));
  app.answer('POST /employees', { when });
  await clickButton(/^Import 8 Employees$/, dialog);
  await until(() => app.bodies('POST /employees').length === 4);
  await clickButton('Close', dialog.querySelector('header') ?? undefined);
  await clickButton('Stop Import', await until(() => byRole('alertdialog', 'Stop the import?')));
  release();
  await until(() => text(dialog).includes('The import was cancelled. 4 employees created, 0 changed, 4 not imported.'));
  await clickButton('Continue', dialog);
  await until(() => text(dialog).includes('8 employees created, 0 changed.'));
  expect(app.bodies('POST /employees')).toHaveLength(8);
});

test('a write refused in the middle is reported for its row', async () => {
  const dialog = await openImport();
  await paste(dialog, 'Company\tID\tName\tPhone\nAtelier Béranger\tS1\tSia\t12\nAtelier Béranger\tT1\tTim\t34');
  await button(/^Import 2 Employees$/, dialog);
  app.answer('PUT /employees/{id}', { status: 409, message: 'Locked by payroll' });
  await clickButton(/^Import 2 Employees$/, dialog);
  await until(() => text(dialog).includes('1 employee created, 0 changed, 1 failed.'));
  expect(rowsOf(dialog)[0]).toContain('Locked by payroll');
  await clickButton('Close', dialog.querySelector('footer') ?? undefined);
  await clickButton('Go Back', await until(() => byRole('alertdialog')));
  await clickButton('Save Refused Rows', dialog);
  await clickButton('Close', dialog.querySelector('footer') ?? undefined);
  await until(() => maybeByRole('dialog') === undefined);
});
