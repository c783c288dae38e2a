// Proves that files are read the way people save them: real bytes from several programs, damaged files, and huge ones.

import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  type CsvFormat,
  type CsvRow,
  csvRows,
  detectEncoding,
  detectSeparator,
  extractRows,
  limits,
} from '../../../../src/platform/csv/readCsv.ts';
import { csvRow } from '../../../../src/platform/csv/writeCsv.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
/** Encodes the first 256 characters of Unicode as in Windows-1252, which differs only in 0x80 to 0x9f. */
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function read(bytes: Uint8Array, format: Partial<CsvFormat> = {}): CsvRow[] {
  return [...csvRows(bytes, { encoding: 'utf-8', separator: detectSeparator(bytes), ...format })];
}
const cellsOf = (bytes: Uint8Array, format?: Partial<CsvFormat>) => read(bytes, format).map(({ cells }) => cells);

describe('cells', () => {
  test('quotes, quoted line ends and every line end', () => {
    expect(cellsOf(utf8('a,"b ""x"", y",\r\n"two\r\nlines",,"z"\nlast,"",1\rmac,2,3'))).toEqual([
      ['a', 'b "x", y', ''],
      ['two\r\nlines', '', 'z'],
      ['last', '', '1'],
      ['mac', '2', '3'],
    ]);
  });

  test('odd quotes keep their text', () => {
    expect(cellsOf(utf8('5" disk,"a"b,"c" "d"\n'))).toEqual([['5" disk', 'ab', 'c "d"']]);
  });

  test('rows without text are left out, and rows may be ragged', () => {
    expect(read(utf8('a;b\n\n;;\n  \n1;2;3\n4\n')).map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['a', 'b']],
      [5, ['1', '2', '3']],
      [6, ['4']],
    ]);
  });

  test('written files read back the same', () => {
    const cells = ['00123', ',;\t', '"', 'two\nlines', ' x ', '\uFEFFmark', 'Żółć 李明'];
    for (const separator of [',', ';', '\t'] as const) {
      const bytes = utf8(csvRow(cells, { separator, exact: true }));
      expect(cellsOf(bytes, { separator })).toEqual([cells]);
    }
  });
});

describe('detection', () => {
  test.each([
    ['name,id\nMüller,1', ','],
    ['name;id;hours\nMüller;1;7,5\nGroß;2;8,0', ';'],
    ['Müller, Anna\t1\nGroß\t2', '\t'],
    ['sep=;\r\na,b;c\r\n', ';'],
    ['name\nMüller', ','],
    ['name;note\nMüller;"a, b, c\nd, e"\n', ';'],
  ])('the separator of %j', (text, separator) => {
    expect(detectSeparator(utf8(text))).toBe(separator);
  });

  test('the encoding', async () => {
    expect(await detectEncoding(utf8('Müller'))).toBe('utf-8');
    expect(await detectEncoding(latin('Müller;Größe'))).toBe('windows-1252');
    // The text is cut within a character.
    expect(await detectEncoding(utf8('ü').subarray(0, 1))).toBe('windows-1252');
    expect(cellsOf(Uint8Array.of(0x80, 0x2c, 0xfc, 0x9f), { encoding: 'windows-1252' })).toEqual([['€', 'üŸ']]);
  });

  test.each([
    ['Excel’s Unicode Text', Uint8Array.of(0xff, 0xfe, 0xfc, 0, 0x09, 0, 0x42, 0x04, 0x0a, 0)],
    ['UTF-16 from the other end', Uint8Array.of(0xfe, 0xff, 0, 0xfc, 0, 0x09, 0x04, 0x42, 0, 0x0a)],
    ['UTF-8', utf8('\uFEFFü\tт\n')],
  ])('a file in %s', async (_, file) => {
    const bytes = await bytesOf(new Blob([file]));
    expect(await detectEncoding(bytes)).toBe('utf-8');
    expect(detectSeparator(bytes)).toBe('\t');
    expect(cellsOf(bytes)).toEqual([['ü', 'т']]);
  });

  test('a byte order mark and the separator line of Excel are no cells', () => {
    expect(read(utf8('\uFEFFsep=;\r\nName;ID\r\n')).map(({ line, cells }) => [line, cells])).toEqual([
      [2, ['Name', 'ID']],
    ]);
  });
});

describe('unreadable files are named', () => {
  test.each([
    ['workbook', Uint8Array.of(0x50, 0x4b, 3, 4), /workbook/],
    ['PDF of text alone', new TextEncoder().encode('%PDF-1.4\n1 0 obj\n'), /PDF/],
    ['empty file', new Uint8Array(), /empty/],
    ['binary file', Uint8Array.of(0x41, 0, 0x42), /not a text file/],
  ])('%s', async (_, bytes, message) => {
    await expect(detectEncoding(bytes)).rejects.toThrow(message);
  });

  test.each([
    ['an unclosed quote', 'a,b\n"two\nlines",c\nd,"never\nclosed', 'The quote that opens on line 4 is never closed.'],
    ['an unclosed quote before much text', `a\nb,"${'x\n'.repeat(100_000)}`, /line 2 .*closing quote missing/],
    ['10,000 columns', `a\n${','.repeat(10_000)}`, 'Line 2 has more than 1,000 columns.'],
    ['a cell of 100,000 characters', `a\n${'x'.repeat(100_000)}`, /A cell on line 2 has more than 32,767 characters/],
    ['more than 50,000 rows', 'a\n'.repeat(limits.rows + 2), /more than 50,000 rows/],
  ])('%s', (_, text, message) => {
    expect(() => read(utf8(text), { separator: ',' })).toThrow(message);
  });
});

test('rows are given back byte for byte', async () => {
  const file = latin('Name;Nr\r\n"Grün;\n""x""";1\r\n\r\nBlau;2\nRot;3');
  const [header, first, , last] = read(file, { encoding: 'windows-1252' });
  if (!header || !first || !last) throw new Error('Rows are missing');
  const bytes = new Uint8Array(await extractRows(file, header, [first, last]).arrayBuffer());
  expect(bytes).toEqual(latin('Name;Nr\r\n"Grün;\n""x""";1\r\nRot;3'));
});
