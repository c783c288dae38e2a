// Forged workbooks: none that may show anything but what was exported passes as unchanged, or as having the same cells.
// forgedInPrograms.long.test.ts shows what people see in them.
import { expect, test } from 'vitest';
import { verify } from '../../../../../src/platform/export/verify/verify.ts';
import { archives, forgeries, sheet1 } from '../../../../support/exports/forgeries.ts';
import {
  exportWorkbook,
  key,
  partsOf,
  savedByExcel,
  withNewPart,
  withPart,
  workbookOf,
} from '../../../../support/exports/signedFiles.ts';

const file = await exportWorkbook();
const savedAgain = await savedByExcel(file);

test('the genuine file is unchanged, and packed or saved again its cells are the same', async () => {
  expect(await verify(file, key)).toMatchObject({ state: 'unchanged', signature: { kind: 'valid' } });
  for (const again of [await workbookOf(await partsOf(file)), savedAgain]) {
    expect(await verify(again, key)).toMatchObject({
      state: 'sameCells',
      why: 'savedAgain',
      signature: { kind: 'valid', statement: { user: 'Ada (ada@example.com)' } },
    });
  }
});

test.each(Object.entries(forgeries))('tells %s', async (_, { forge, difference }) => {
  expect(await verify(await forge(file), key)).toMatchObject({
    state: 'changed',
    difference: expect.stringMatching(difference),
  });
});

/** The verdict on a file, even if it cannot be read. */
const stateOf = async (forged: Blob): Promise<string> => {
  try {
    return (await verify(forged, key)).state;
  } catch {
    return 'could not be read';
  }
};

test.each(Object.entries(archives))('takes no archive with %s for an export', async (_, forge) => {
  expect(['changed', 'could not be read']).toContain(await stateOf(await forge(file)));
});

const aboutSheet = 'xl/worksheets/sheet2.xml';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const inserted = (before: string, what: string) => (xml: string) => xml.replace(before, what + before);
const after = (text: string, what: string) => (xml: string) => xml.replace(text, text + what);

test.each<[what: string, part: string, change: (xml: string) => string, difference: RegExp]>([
  ['a comment', sheet1, inserted('</row>', '<!-- -->'), /has a comment/],
  ['a CDATA section', sheet1, (xml) => xml.replace(/>Jane</, '><![CDATA[Jane]]><'), /has a CDATA section/],
  ['a processing instruction', sheet1, inserted('<sheetData>', '<?x y?>'), /has a processing instruction/],
  [
    'a document type',
    sheet1,
    (xml) => xml.replace('<worksheet', '<!DOCTYPE worksheet [<!ENTITY x "Mallory">]><worksheet'),
    /has a document type/,
  ],
  ['an entity', sheet1, (xml) => xml.replace('>Jane<', '>&x;<'), /has entities/],
  ['a prefix for cells', 'xl/workbook.xml', after('<workbook', ` xmlns:x="${main}"`), /uses the prefix ‘x’/],
  ['another namespace', sheet1, after('<sheetData', ' xmlns="urn:x"'), /uses another namespace/],
  ['a second list of rows', sheet1, inserted('<pageMargins', '<sheetData/>'), /has <sheetData>/],
  ['an alternative', sheet1, inserted('</sheetData>', '<mc:AlternateContent/>'), /has <mc:AlternateContent>/],
  ['a hidden row', sheet1, after('<row r="2"', ' hidden="1"'), /has hidden rows/],
  ['a row too low to be seen', sheet1, after('<row r="2"', ' ht="0.1" customHeight="1"'), /has <row ht="0.1">/],
  [
    'all rows hidden',
    sheet1,
    inserted('<cols>', '<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>'),
    /zeroHeight/,
  ],
  ['a hidden column', sheet1, after('<col min="1"', ' hidden="true"'), /has hidden columns/],
  [
    'a column too narrow to be seen',
    sheet1,
    (xml) => xml.replace(/width="\d+"/, 'width="0.1"'),
    /has <col width="0.1">/,
  ],
  ['rows above those that stay', sheet1, after('<sheetView ', 'topLeftCell="A9" '), /cannot be scrolled to/],
  [
    'rows left out by a filter',
    sheet1,
    (xml) => xml.replace(/(<autoFilter [^/]*)\/>/, '$1><filterColumn colId="0"/></autoFilter>'),
    /has <filterColumn>/,
  ],
  [
    'merged cells',
    sheet1,
    after('</sheetData>', '<mergeCells><mergeCell ref="A1:A9"/></mergeCells>'),
    /has merged cells/,
  ],
  [
    'conditional formats',
    sheet1,
    inserted('<pageMargins', '<conditionalFormatting sqref="A1:A9"/>'),
    /has conditional formats/,
  ],
  ['a text in pieces', sheet1, (xml) => xml.replace('>Jane<', '>Ja</t><t>ne<'), /has <t>/],
  ['formatted pieces of text', sheet1, (xml) => xml.replace('<is><t ', '<is><r/><t '), /has <r>/],
  ['a number', sheet1, (xml) => xml.replace(/<c r="B2".*?<\/c>/, '<c r="B2"><v>7</v></c>'), /The cell B2 is no text/],
  [
    'a text that is a formula’s',
    sheet1,
    (xml) => xml.replace('t="inlineStr"', 't="str"'),
    /has formulas or values that are no text/,
  ],
  ['a text between cells', sheet1, inserted('</row>', 'Mallory'), /has text between its elements/],
  [
    'blanks that some cut off',
    sheet1,
    (xml) => xml.replace(/<t [^>]*> spaces /, '<t> spaces '),
    /with or without blanks/,
  ],
  ['cells in another order', sheet1, (xml) => xml.replace('r="B2"', 'r="A2"'), /not in their order/],
  [
    'a row that is left out',
    sheet1,
    (xml) => xml.replace(/r="(\w?)10"/g, (_, column) => `r="${column}12"`),
    /has 11 rows; 9 were exported/,
  ],
  [
    'a cell beside the columns',
    sheet1,
    (xml) => xml.replace(/(<c r="H2".*?<\/c>)/, '$1<c r="J2" t="inlineStr"><is><t>x</t></is></c>'),
    /At least one cell/,
  ],
  [
    'a row below',
    sheet1,
    (xml) =>
      xml.replace('</sheetData>', '<row r="99"><c r="A99" t="inlineStr"><is><t>x</t></is></c></row></sheetData>'),
    /rows; 9 were exported/,
  ],
  [
    'a format that shows another text',
    'xl/styles.xml',
    (xml) => xml.replace('formatCode="@"', 'formatCode=";;;&quot;Mallory&quot;"'),
    /formatCode=";;;"Mallory""/,
  ],
  [
    'a format under the number of a known one',
    'xl/styles.xml',
    after('<numFmts count="3">', '<numFmt numFmtId="49" formatCode="@"/>'),
    /numFmtId="49"/,
  ],
  ['white text', 'xl/styles.xml', after('<b/>', '<color rgb="FFFFFFFF"/>'), /has <color rgb="FFFFFFFF">/],
  [
    'a coloured background',
    'xl/styles.xml',
    (xml) => xml.replace('patternType="gray125"', 'patternType="solid"'),
    /patternType="solid"/,
  ],
  [
    'text that is repeated',
    'xl/styles.xml',
    (xml) => xml.replace('<alignment ', '<alignment horizontal="fill" '),
    /horizontal="fill"/,
  ],
  ['tiny text', 'xl/styles.xml', (xml) => xml.replace('<sz val="11"/>', '<sz val="1"/>'), /has <sz val="1">/],
  [
    'a hidden window',
    'xl/workbook.xml',
    (xml) => xml.replace('<workbookView/>', '<workbookView visibility="hidden"/>'),
    /visibility="hidden"/,
  ],
  [
    'hidden tabs of sheets',
    'xl/workbook.xml',
    (xml) => xml.replace('<workbookView/>', '<workbookView showSheetTabs="0"/>'),
    /showSheetTabs="0"/,
  ],
  ['a hidden sheet', 'xl/workbook.xml', after('sheetId="2"', ' state="hidden"'), /has hidden sheets/],
  [
    'a name for cells',
    'xl/workbook.xml',
    inserted('</definedNames>', '<definedName name="x">1</definedName>'),
    /has <definedName name="x">/,
  ],
  [
    'a link to another file',
    'xl/_rels/workbook.xml.rels',
    (xml) => xml.replace('Target="worksheets/sheet1.xml"', 'Target="worksheets/sheet1.xml" TargetMode="External"'),
    /TargetMode="External"/,
  ],
  [
    'two sheets in one part',
    'xl/_rels/workbook.xml.rels',
    (xml) => xml.replace('sheet2.xml', 'sheet1.xml'),
    /a part that no export has/,
  ],
  [
    'a line about the export',
    'xl/sharedStrings.xml',
    (xml) => xml.replace('>Ada<', '>Bob<'),
    /‘About this export’ was changed/,
  ],
  [
    'a line below the signature',
    aboutSheet,
    inserted('</sheetData>', '<row r="99"><c r="A99" t="inlineStr"><is><t>Note</t></is></c></row>'),
    /‘About this export’ was changed/,
  ],
  [
    'a text beside the lines',
    aboutSheet,
    inserted('</row>', '<c r="C1" t="inlineStr"><is><t>x</t></is></c>'),
    /‘About this export’ was changed/,
  ],
  [
    'a missing signature under its label',
    aboutSheet,
    (xml) => xml.replace('>Signature of the statement<', '>Signature<'),
    /‘About this export’ was changed/,
  ],
  [
    'a part of another type',
    '[Content_Types].xml',
    (xml) =>
      xml.replace(
        'core-properties+xml"/></Types>',
        'core-properties+xml"/><Override PartName="/xl/other.xml" ContentType="x"/></Types>',
      ),
    /xl\/other\.xml is missing/,
  ],
  [
    'the type of a workbook for another part',
    '[Content_Types].xml',
    (xml) =>
      xml.replace(
        'application/vnd.openxmlformats-package.core-properties+xml',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      ),
    /docProps\/core\.xml/,
  ],
  ['bytes that are no text', sheet1, (xml) => xml.replace('>Jane<', '>Jane\u0000<'), /no text/],
])('refuses %s', async (_, part, change, difference) => {
  expect(await verify(await withPart(file, part, change), key)).toMatchObject({
    state: 'changed',
    difference: expect.stringMatching(difference),
  });
});

test('refuses a theme in which text is white, and shared texts that are written twice', async () => {
  const white = await withPart(savedAgain, 'xl/theme/theme1.xml', (xml) =>
    xml.replace('<a:sysClr val="windowText" lastClr="000000"/>', '<a:srgbClr val="FFFFFF"/>'),
  );
  expect(await verify(white, key)).toMatchObject({ state: 'changed', difference: expect.stringMatching(/a:srgbClr/) });
  const pieces = await withPart(savedAgain, 'xl/sharedStrings.xml', (xml) =>
    xml.replace('<t>Jane', '<r><t>Jane</t></r><t>'),
  );
  expect(await verify(pieces, key)).toMatchObject({
    state: 'changed',
    difference: expect.stringMatching(/written in two ways/),
  });
});

test('refuses a sheet that was not exported, and parts that belong to none', async () => {
  const named = await withPart(file, 'xl/workbook.xml', (xml) =>
    xml.replace('name="Attendance Records"', 'name="Other"'),
  );
  expect(await verify(named, key)).toMatchObject({ difference: 'It has a sheet that was not exported: ‘Other’.' });
  const drawing = await withNewPart(
    file,
    { name: 'xl/drawings/drawing1.xml', text: '<x/>' },
    { [sheet1]: (xml) => xml.replace('</worksheet>', '<drawing/></worksheet>') },
  );
  expect(await verify(drawing, key)).toMatchObject({
    difference: 'It has a part that no export has: xl/drawings/drawing1.xml.',
  });
});

test('proves nothing of a file whose statement or signature was changed', async () => {
  const edited = (change: (xml: string) => string) => withPart(file, aboutSheet, change);
  const rewritten = await edited((xml) => xml.replace('Ada (ada@example.com)', 'Bob (bob@example.com)'));
  expect(await verify(rewritten, key)).toMatchObject({ state: 'falselySigned', signature: { kind: 'invalid' } });
  const [, signature = ''] = /preserve">([\w+/]{86}==)</.exec((await partsOf(file)).at(-1)?.text ?? '') ?? [];
  expect(signature).toHaveLength(88);
  // Another encoding of the same bytes: the last letter before the padding has unused bits.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const spelled = `${signature.slice(0, 85)}${letters[letters.indexOf(signature[85] ?? '') ^ 1]}==`;
  expect(Buffer.from(spelled, 'base64').equals(Buffer.from(signature, 'base64'))).toBe(true);
  expect(await verify(await edited((xml) => xml.replace(signature, spelled)), key)).toMatchObject({
    state: 'falselySigned',
    signature: { kind: 'invalid' },
  });
});
