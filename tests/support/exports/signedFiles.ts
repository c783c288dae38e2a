// Signed files for tests, and ways to change the parts of workbooks. Needs only Node.
import { createHash, generateKeyPairSync, sign as signWith } from 'node:crypto';
import type { CorrectionRow, Row } from '../../../src/platform/export/columns.ts';
import type { ExportFormat } from '../../../src/platform/export/errors.ts';
import { createPdfWriter } from '../../../src/platform/export/pdf/writer.ts';
import type { Claim, ServerKey, Signed } from '../../../src/platform/export/proof/signature.ts';
import { createBuilder } from '../../../src/platform/export/worker/builder.ts';
import { createExcelWriter } from '../../../src/platform/export/xlsx/writer.ts';
import { contentOf, type PackedFile, pack, readZip, writeZip } from '../../../src/platform/export/xlsx/zip.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const fingerprint = createHash('sha256')
  .update(publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex');

/** The public key of the server that signs here. */
export const key: ServerKey = { public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(), fingerprint };

/** Signs as the server does, but without checking its records. */
export async function sign(claim: Claim): Promise<Signed> {
  const statement = JSON.stringify({
    type: 'attendance-export-1',
    server: 'https://console.example',
    key: fingerprint,
    signed_at: '2026-03-03T08:00:00Z',
    user_id: 1,
    user: 'Ada (ada@example.com)',
    filters: {},
    up_to_id: 100,
    total: claim.rows,
    ...claim,
  });
  return { statement, signature: signWith(null, Buffer.from(statement), privateKey).toString('base64') };
}

const names = ['Jane', '=1+1', 'O’Brien & Sons', '_x0041_', ' spaces ', 'bell\u0007', '王', 'two\nlines', 'last'];

export const rowsOf = (all: readonly string[] = names): Row[] =>
  all.map((name, id) => ({
    id,
    cells: [name, '007', 'Check In', '2026-03-01 08:00:00', 'Door', 'Acme', 'Pending', ''],
  }));

interface Exported {
  rows?: readonly Row[];
  corrections?: readonly CorrectionRow[];
  filters?: readonly { label: string; value: string }[];
  isSigned?: boolean;
}

/** Exports a workbook as the console does. */
export const exportWorkbook = (what: Exported = {}): Promise<Blob> => exportFile('excel', what);

/** Exports a PDF of rows that need no font. */
export const exportPdf = (what: Exported): Promise<Blob> => exportFile('pdf', what);

async function exportFile(
  format: ExportFormat,
  { rows = rowsOf(), corrections, filters = [], isSigned = true }: Exported,
): Promise<Blob> {
  const pdf = createPdfWriter({ names: async () => [], read: () => Promise.reject(new Error('No fonts')) });
  const builder = createBuilder({ excel: createExcelWriter(), pdf });
  builder.add(rows, 'end');
  const origin = { filters, zone: 'UTC', user: 'Ada', exportedOn: 'now', serverTotal: rows.length, notes: [] };
  const [file] = await builder.build(
    { format, origin: { ...origin, ...(corrections && { corrections }) } },
    () => undefined,
    isSigned ? sign : undefined,
  );
  if (!file) throw new Error('There is no file');
  return file.blob;
}

interface TextPart {
  readonly name: string;
  readonly text: string;
}

/** The parts of a workbook as text, in order. */
export async function partsOf(file: Blob): Promise<TextPart[]> {
  const archive = await readZip(file);
  return Promise.all((archive?.files ?? []).map(async (part) => ({ name: part.name, text: await textOf(part) })));
}

async function textOf(part: PackedFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of contentOf(part)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Packs parts into a workbook, as some other program would. */
export async function workbookOf(parts: readonly TextPart[]): Promise<Blob> {
  return writeZip(await Promise.all(parts.map(({ name, text }) => pack(name, [text]))), 'application/octet-stream');
}

/** The workbook with the text of one part changed. */
export async function withPart(file: Blob, name: string, change: (text: string) => string): Promise<Blob> {
  const parts = await partsOf(file);
  const changed = parts.map((part) => (part.name === name ? { name, text: change(part.text) } : part));
  if (changed.every(({ text }, index) => text === parts[index]?.text)) throw new Error(`${name} was not changed`);
  return workbookOf(changed);
}

/** The workbook with one more part, and with what refers to it. */
export async function withNewPart(
  file: Blob,
  part: TextPart,
  changes: Readonly<Record<string, (text: string) => string>> = {},
): Promise<Blob> {
  const parts = await partsOf(file);
  return workbookOf([...parts.map(({ name, text }) => ({ name, text: changes[name]?.(text) ?? text })), part]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const revisions = 'http://schemas.microsoft.com/office/spreadsheetml';
const namespaces =
  `xmlns="${main}" xmlns:r="${office}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr xr2 xr3" ` +
  `xmlns:x14ac="${revisions}/2009/9/ac" xmlns:xr="${revisions}/2014/revision" ` +
  `xmlns:xr2="${revisions}/2015/revision2" xmlns:xr3="${revisions}/2016/revision3"`;
const sharedStrings = 'xl/sharedStrings.xml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

const theme =
  `${head}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office Theme"><a:themeElements>` +
  '<a:clrScheme name="Office"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" ' +
  'lastClr="FFFFFF"/></a:lt1></a:clrScheme><a:fontScheme name="Office"><a:majorFont><a:latin typeface="Calibri Light"/>' +
  '</a:majorFont></a:fontScheme><a:fmtScheme name="Office"/></a:themeElements><a:objectDefaults/></a:theme>';

/**
 * The workbook as Excel would save it again, imitating files that Excel 15 and 16 wrote. Excel itself does not run
 * here.
 */
export async function savedByExcel(file: Blob): Promise<Blob> {
  const parts = await partsOf(file);
  const strings = parts.find(({ name }) => name === sharedStrings)?.text ?? '';
  const shared = [...strings.matchAll(/<si><t[^>]*>([^<]*)<\/t><\/si>/g)].map(([, text = '']) => text);
  const shareTexts = (xml: string) =>
    xml.replace(/ t="inlineStr"><is><t [^>]*>([^<]*)<\/t><\/is><\/c>/g, (_, text: string) => {
      if (text === '') return '/>';
      if (!shared.includes(text)) shared.push(text);
      return ` t="s"><v>${shared.indexOf(text)}</v></c>`;
    });
  const saved = parts.map(({ name, text }) => {
    if (name === 'xl/workbook.xml')
      return {
        name,
        text: text
          .replace(/^.*?<workbook [^>]*>/, `${head}<workbook ${namespaces}>`)
          .replace(
            '<workbookPr/>',
            '<fileVersion appName="xl" lastEdited="7" lowestEdited="7" rupBuild="22228"/><workbookPr ' +
              'defaultThemeVersion="166925"/><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/' +
              'markup-compatibility/2006"><mc:Choice Requires="x15"><x15ac:absPath url="C:\\Users\\Ada\\" ' +
              `xmlns:x15ac="${revisions}/2010/11/ac"/></mc:Choice></mc:AlternateContent><xr:revisionPtr ` +
              `revIDLastSave="0" documentId="13_ncr:1_{0}" xr6:coauthVersionLast="47" xr6:coauthVersionMax="47" ` +
              `xr10:uidLastSave="{0}" xmlns:xr6="${revisions}/2016/revision6" xmlns:xr10="${revisions}/2016/revision10"/>`,
          )
          .replace(
            '<workbookView/>',
            '<workbookView xWindow="-110" yWindow="-110" windowWidth="19420" windowHeight="10420" xr2:uid="{0}"/>',
          )
          .replace(
            '<calcPr/>',
            `<calcPr calcId="191029"/><extLst><ext uri="{B}" xmlns:xcalcf="http://schemas.microsoft.com/office/spreadsheetml/2018/calcfeatures"><xcalcf:calcFeatures><xcalcf:feature name="microsoft.com:RD"/></xcalcf:calcFeatures></ext></extLst>`,
          )
          .replace(
            '<definedNames>',
            `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Attendance Records'!$A$1:$H$9</definedName>`,
          ),
      };
    if (name.startsWith('xl/worksheets/sheet'))
      return {
        name,
        text: shareTexts(text)
          .replace(
            /^.*?<worksheet [^>]*>/,
            `${head}<worksheet ${namespaces} xr:uid="{00000000-0001-0000-0000-000000000000}">`,
          )
          .replace('<sheetViews>', '<dimension ref="A1:H9"/><sheetViews>')
          .replace(/(<pane [^>]*>)/, '$1<selection pane="bottomLeft" activeCell="A2" sqref="A2"/>')
          .replace('<cols>', '<sheetFormatPr defaultRowHeight="14.5" x14ac:dyDescent="0.35"/><cols>')
          .replace(/<row r="(\d+)"/g, '<row r="$1" spans="1:8" x14ac:dyDescent="0.35"')
          .replace(/<autoFilter ref="([^"]*)"\/>/, '<autoFilter ref="$1" xr:uid="{0}"/>'),
      };
    if (name === 'xl/styles.xml')
      return {
        name,
        text: text
          .replace(/^.*?<styleSheet [^>]*>/, `${head}<styleSheet ${namespaces}>`)
          .replace('<fonts count="2">', '<fonts count="2" x14ac:knownFonts="1">')
          .replace(
            '</styleSheet>',
            '<dxfs count="0"/><tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/>' +
              '<extLst><ext uri="{EB79DEF2-80B8-43e5-95BD-54CBDDF9020C}" xmlns:x14="http://schemas.microsoft.com/office/' +
              'spreadsheetml/2009/9/main"><x14:slicerStyles defaultSlicerStyle="SlicerStyleLight1"/></ext></extLst></styleSheet>',
          ),
      };
    if (name === 'xl/_rels/workbook.xml.rels')
      return {
        name,
        text: text.replace(
          '</Relationships>',
          `<Relationship Id="rId99" Type="${office}/theme" Target="theme/theme1.xml"/></Relationships>`,
        ),
      };
    if (name === '[Content_Types].xml')
      return {
        name,
        text: text.replace(
          '</Types>',
          '<Override PartName="/xl/theme/theme1.xml" ' +
            'ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/></Types>',
        ),
      };
    return { name, text };
  });
  const texts = shared.map((text) => `<si><t${text.trim() === text ? '' : ' xml:space="preserve"'}>${text}</t></si>`);
  return workbookOf([
    ...saved.filter(({ name }) => name !== sharedStrings),
    { name: 'xl/theme/theme1.xml', text: theme },
    {
      name: sharedStrings,
      text: `${head}<sst xmlns="${main}" count="${shared.length}" uniqueCount="${shared.length}">${texts.join('')}</sst>`,
    },
  ]);
}
