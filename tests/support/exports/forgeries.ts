// Workbooks forged from a genuine one without the server's key: each still contains the genuine rows for programs that
// read it one way, and shows forged rows to programs that read it another way.
import { readZip, writeZip } from '../../../src/platform/export/xlsx/zip.ts';
import { partsOf, withNewPart, withPart, workbookOf } from './signedFiles.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const sheet1 = 'xl/worksheets/sheet1.xml';
export const genuine = { name: 'Jane', time: '2026-03-01 08:00:00' };
export const forged = { name: 'Mallory', time: '2026-11-26 23:59:59' };

const forgedRows = (xml: string) => xml.replaceAll(genuine.name, forged.name).replaceAll(genuine.time, forged.time);
const rowsIn = (xml: string) => /<row r="2">.*<\/row>/s.exec(xml)?.[0] ?? '';

/** Adds the sheet that people are to see instead, as a separate part. */
const withForgedSheet = async (file: Blob, changeSheets: (xml: string) => string) => {
  const sheet = (await partsOf(file)).find(({ name }) => name === sheet1)?.text ?? '';
  return withNewPart(
    file,
    { name: 'xl/worksheets/forged.xml', text: forgedRows(sheet) },
    {
      'xl/workbook.xml': changeSheets,
      'xl/_rels/workbook.xml.rels': (xml) =>
        xml.replace(
          '</Relationships>',
          '<Relationship Id="forged" Target="worksheets/forged.xml" Type="http://schemas.openxmlformats.org/' +
            'officeDocument/2006/relationships/worksheet"/></Relationships>',
        ),
      '[Content_Types].xml': (xml) =>
        xml.replace(
          '</Types>',
          '<Override PartName="/xl/worksheets/forged.xml" ContentType="application/' +
            'vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
        ),
    },
  );
};

/** Packs two parts of the same name, in the given order. */
async function withTwo(file: Blob, order: (genuine: string) => readonly string[]): Promise<Blob> {
  const parts = await partsOf(file);
  const sheet = parts.find(({ name }) => name === sheet1)?.text ?? '';
  const others = parts.filter(({ name }) => name !== sheet1);
  return workbookOf([...others, ...order(sheet).map((text) => ({ name: sheet1, text }))]);
}

interface Forgery {
  /** What Verify File reports. */
  difference: RegExp;
  /** Name and time in the first row of the first sheet that this program shows. */
  libreOffice: readonly string[];
  openpyxl: readonly string[];
  forge(file: Blob): Promise<Blob>;
}

const seen = [forged.name, forged.time];

export const forgeries: Readonly<Record<string, Forgery>> = {
  'rows in a comment, and others with a prefix': {
    difference: /sheet1\.xml uses the prefix ‘x’/,
    libreOffice: seen,
    openpyxl: seen,
    forge: (file) =>
      withPart(file, sheet1, (xml) => {
        const rows = rowsIn(xml);
        const prefixed = forgedRows(rows).replace(/<(\/?)(\w)/g, '<$1x:$2');
        return xml.replace('<worksheet ', `<worksheet xmlns:x="${main}" `).replace(rows, `<!--${rows}-->${prefixed}`);
      }),
  },
  'a sheet in a comment, and another with a prefix': {
    difference: /workbook\.xml has <x:sheet>/,
    libreOffice: seen,
    openpyxl: seen,
    forge: (file) =>
      withForgedSheet(file, (xml) =>
        xml.replace(
          /(<sheet [^>]*name="Attendance Records"\/>)(.*)$/s,
          (_, tag: string, rest: string) =>
            `<x:sheet xmlns:x="${main}" name="Attendance Records" sheetId="1" r:id="forged"/>${rest}<!--${tag}-->`,
        ),
      ),
  },
  'formulas that show another time': {
    difference: /has formulas or values that are no text/,
    libreOffice: [genuine.name, forged.time],
    openpyxl: [genuine.name, `="${forged.time}"`],
    forge: async (file) =>
      withPart(
        await withPart(file, sheet1, (xml) =>
          xml.replace(
            /<c r="(D\d+)" s="2" t="inlineStr"><is><t [^>]*>([^<]*)<\/t><\/is><\/c>/g,
            `<c r="$1" s="2" t="str"><f>"${forged.time}"</f><v>$2</v></c>`,
          ),
        ),
        'xl/workbook.xml',
        (xml) => xml.replace('<calcPr/>', '<calcPr fullCalcOnLoad="1"/>'),
      ),
  },
  'another sheet in front of the hidden one': {
    difference: /has hidden sheets/,
    libreOffice: seen,
    openpyxl: seen,
    forge: (file) =>
      withForgedSheet(file, (xml) =>
        xml.replace(
          /<sheet ([^>]*name="Attendance Records")\/>/,
          '<sheet name="Attendance Records " sheetId="9" r:id="forged"/><sheet $1 state="veryHidden"/>',
        ),
      ),
  },
  'two parts of one name, the genuine one last': {
    difference: /It has two parts named xl\/worksheets\/sheet1\.xml/,
    libreOffice: [genuine.name, genuine.time],
    openpyxl: [genuine.name, genuine.time],
    forge: (file) => withTwo(file, (xml) => [forgedRows(xml), xml]),
  },
  'two parts of one name, the genuine one first': {
    difference: /It has two parts named xl\/worksheets\/sheet1\.xml/,
    libreOffice: seen,
    openpyxl: seen,
    forge: (file) => withTwo(file, (xml) => [xml, forgedRows(xml)]),
  },
  'only changed cells': {
    difference: /At least one cell was changed/,
    libreOffice: seen,
    openpyxl: seen,
    forge: (file) => withPart(file, sheet1, forgedRows),
  },
};

/** Keeps the genuine parts, and adds something to the archive that only some programs find. */
export const archives: Readonly<Record<string, (file: Blob) => Promise<Blob>>> = {
  'something in front': async (file) => new Blob(['#!', file]),
  'something behind': async (file) => new Blob([file, 'more']),
  'another archive in front': async (file) => new Blob([await withPart(file, sheet1, forgedRows), file]),
  'another archive behind': async (file) => new Blob([file, await withPart(file, sheet1, forgedRows)]),
  'a part in capitals': async (file) => {
    const archive = await readZip(file);
    const sheet = archive?.files.find(({ name }) => name === sheet1);
    return writeZip([...(archive?.files ?? []), ...(sheet ? [{ ...sheet, name: sheet1.toUpperCase() }] : [])], '');
  },
  'a part that nothing leads to': (file) => withNewPart(file, { name: 'xl/worksheets/sheet9.xml', text: '<x/>' }),
  'another name in front of a part than in the directory': (file) =>
    replaced(file, sheet1, 'xl/worksheets/sheetX.xml', 'first'),
  'another name in the directory': (file) => replaced(file, sheet1, 'xl/worksheets/sheetX.xml', 'last'),
  'packed content that ends early': async (file) => {
    const files = (await readZip(file))?.files ?? [];
    return writeZip(
      files.map((part) => (part.name === sheet1 ? { ...part, packed: new Blob([part.packed, 'more']) } : part)),
      '',
    );
  },
  'another checksum of a part': async (file) => {
    const files = (await readZip(file))?.files ?? [];
    return writeZip(
      files.map((part) => (part.name === sheet1 ? { ...part, crc: part.crc ^ 1 } : part)),
      '',
    );
  },
};

async function replaced(file: Blob, from: string, to: string, which: 'first' | 'last'): Promise<Blob> {
  const bytes = Buffer.from(await file.arrayBuffer());
  bytes.write(to, which === 'first' ? bytes.indexOf(from) : bytes.lastIndexOf(from));
  return new Blob([bytes]);
}
