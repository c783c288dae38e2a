// Lists what the parts of an exported workbook may contain, as exported or as saved again by LibreOffice, Excel or
// openpyxl. Whatever could hide, cover or change a cell is not listed, and so refused.

import { type Allowed, anything, type Rules, rulesOf } from './strictXml.ts';

const any = /^/;
const off = /^(?:0|false)$/;
const flag = /^(?:0|1|true|false)$/;
const count = /^\d{1,7}$/;
/** Minimum column width, 2 characters, and row height, 5 points. Anything smaller would hide cells. */
const wide = /^(?:[2-9]|\d{2,3})(?:\.\d+)?$/;
const high = /^(?:[5-9]|\d{2,3})(?:\.\d+)?$/;
const free: Allowed = { '*': any };

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';

export const contentTypes: Rules = rulesOf(`${packages}/content-types`, {
  Types: {},
  'Types/Default*': { Extension: any, ContentType: any },
  'Types/Override*': { PartName: any, ContentType: any },
});

export const relationships: Rules = rulesOf(`${packages}/relationships`, {
  Relationships: {},
  'Relationships/Relationship*': { Id: any, Type: any, Target: any, TargetMode: /^Internal$/ },
});

export const workbook: Rules = rulesOf(main, {
  workbook: { 'mc:Ignorable': any },
  'workbook/fileVersion': free,
  'workbook/workbookPr': free,
  // The folder in which Excel saved it.
  'workbook/mc:AlternateContent': {},
  'workbook/mc:AlternateContent/mc:Choice': { Requires: /^x15$/ },
  'workbook/mc:AlternateContent/mc:Choice/x15ac:absPath': { url: any },
  'workbook/xr:revisionPtr': {
    '*': any,
    'xr6:coauthVersionLast': any,
    'xr6:coauthVersionMax': any,
    'xr10:uidLastSave': any,
  },
  'workbook/workbookProtection': free,
  'workbook/bookViews': {},
  'workbook/bookViews/workbookView': {
    '*': any,
    'xr2:uid': any,
    visibility: /^visible$/,
    minimized: off,
    showSheetTabs: /^(?:1|true)$/,
  },
  'workbook/sheets': {},
  'workbook/sheets/sheet*': { name: any, sheetId: count, state: /^visible$/, 'r:id': any },
  'workbook/definedNames': {},
  'workbook/definedNames/definedName*': {
    '*': any,
    name: /^_xlnm\.(?:_FilterDatabase|Print_Titles)$/,
    '#text': any,
  },
  'workbook/calcPr': free,
  'workbook/extLst': anything,
});

const text: Allowed = { 'xml:space': /^preserve$/, '#text': any };

/** Allows black text in a readable size. */
const fontParts = (font: string, name: 'name' | 'rFont'): Record<string, Allowed> => ({
  [`${font}/b`]: { val: flag },
  [`${font}/sz`]: { val: /^(?:[6-9]|1\d|2\d)(?:\.\d+)?$/ },
  [`${font}/${name}`]: { val: any },
  [`${font}/family`]: { val: any },
  [`${font}/charset`]: { val: any },
  [`${font}/scheme`]: { val: any },
  [`${font}/color`]: { rgb: /^(?:FF|00)000000$/i, theme: /^1$/, auto: flag },
});

export const sharedStrings: Rules = rulesOf(main, {
  sst: { count: any, uniqueCount: any },
  'sst/si*': {},
  'sst/si/t': text,
  // LibreOffice splits a text in several scripts into runs, each with its own font.
  'sst/si/r*': {},
  'sst/si/r/rPr': {},
  ...fontParts('sst/si/r/rPr', 'rFont'),
  'sst/si/r/t': text,
  'sst/si/phoneticPr': free,
});

/** Only affects paper. */
const print = (sheet: string): Record<string, Allowed> => ({
  [`${sheet}/printOptions`]: free,
  [`${sheet}/pageMargins`]: free,
  [`${sheet}/pageSetup`]: { '*': any, 'r:id': any },
  [`${sheet}/headerFooter`]: free,
  ...Object.fromEntries(
    ['odd', 'even', 'first'].flatMap((pages) =>
      ['Header', 'Footer'].map((place) => [`${sheet}/headerFooter/${pages}${place}`, { '#text': any }] as const),
    ),
  ),
});

export const sheet: Rules = rulesOf(main, {
  worksheet: { 'mc:Ignorable': any, 'xr:uid': any },
  'worksheet/sheetPr': { filterMode: off, enableFormatConditionsCalculation: flag },
  'worksheet/sheetPr/outlinePr': free,
  'worksheet/sheetPr/pageSetUpPr': free,
  'worksheet/dimension': { ref: any },
  'worksheet/sheetViews': {},
  'worksheet/sheetViews/sheetView': {
    '*': any,
    showFormulas: off,
    rightToLeft: off,
    view: /^(?:normal|pageLayout|pageBreakPreview)$/,
    topLeftCell: any,
  },
  'worksheet/sheetViews/sheetView/pane': {
    xSplit: /^\d$/,
    ySplit: /^\d$/,
    topLeftCell: any,
    activePane: any,
    state: /^frozen(?:Split)?$/,
  },
  'worksheet/sheetViews/sheetView/selection*': free,
  'worksheet/sheetFormatPr': {
    '*': any,
    'x14ac:dyDescent': any,
    defaultColWidth: wide,
    defaultRowHeight: high,
    zeroHeight: off,
  },
  'worksheet/cols': {},
  'worksheet/cols/col*': {
    min: count,
    max: count,
    width: wide,
    style: count,
    hidden: off,
    customWidth: flag,
    bestFit: flag,
    outlineLevel: any,
    collapsed: off,
  },
  'worksheet/sheetData': {},
  'worksheet/sheetData/row*': {
    r: count,
    spans: any,
    s: count,
    customFormat: flag,
    ht: high,
    hidden: off,
    customHeight: flag,
    outlineLevel: any,
    collapsed: off,
    'x14ac:dyDescent': any,
  },
  'worksheet/sheetData/row/c*': { r: any, s: count, t: /^(?:s|inlineStr|n)$/ },
  'worksheet/sheetData/row/c/v': { '#text': any },
  'worksheet/sheetData/row/c/is': {},
  'worksheet/sheetData/row/c/is/t': text,
  'worksheet/autoFilter': { ref: any, 'xr:uid': any },
  'worksheet/phoneticPr': free,
  ...print('worksheet'),
  'worksheet/ignoredErrors': {},
  'worksheet/ignoredErrors/ignoredError*': free,
});

/** Formats that show a text as it is. Any other could show something else instead. */
const format = /^(?:General|@|0|\[h+\]:mm)$/i;
const builtInFormat = /^(?:0|1|9|41|42|43|44|49|[1-9]\d{2,4})$/;

const cellFormats = (name: string): Record<string, Allowed> => ({
  [`styleSheet/${name}`]: { count: any },
  [`styleSheet/${name}/xf*`]: { '*': any, numFmtId: builtInFormat },
  [`styleSheet/${name}/xf/alignment`]: {
    horizontal: /^(?:general|left|center|right)$/,
    vertical: any,
    textRotation: /^0$/,
    wrapText: flag,
    indent: /^0$/,
    shrinkToFit: off,
    readingOrder: /^0$/,
  },
  [`styleSheet/${name}/xf/protection`]: free,
});

/** Allows no backgrounds, which could hide text. */
export const styles: Rules = rulesOf(main, {
  styleSheet: { 'mc:Ignorable': any, 'xr:uid': any },
  'styleSheet/numFmts': { count: any },
  'styleSheet/numFmts/numFmt*': { numFmtId: /^[1-9]\d{2,4}$/, formatCode: format },
  'styleSheet/fonts': { count: any, 'x14ac:knownFonts': any },
  'styleSheet/fonts/font*': {},
  ...fontParts('styleSheet/fonts/font', 'name'),
  'styleSheet/fills': { count: any },
  'styleSheet/fills/fill*': {},
  'styleSheet/fills/fill/patternFill': { patternType: /^(?:none|gray125)$/ },
  'styleSheet/borders': anything,
  ...cellFormats('cellStyleXfs'),
  ...cellFormats('cellXfs'),
  'styleSheet/cellStyles': anything,
  'styleSheet/dxfs': anything,
  'styleSheet/tableStyles': anything,
  'styleSheet/colors': anything,
  'styleSheet/extLst': anything,
});

const otherColors = ['lt1', 'dk2', 'lt2', 'hlink', 'folHlink', ...[1, 2, 3, 4, 5, 6].map((place) => `accent${place}`)];

/** Requires black as the color of text. */
export const theme: Rules = rulesOf('', {
  'a:theme': free,
  'a:theme/a:themeElements': {},
  'a:theme/a:themeElements/a:clrScheme': free,
  'a:theme/a:themeElements/a:clrScheme/a:dk1': {},
  'a:theme/a:themeElements/a:clrScheme/a:dk1/a:sysClr': { val: /^windowText$/, lastClr: /^000000$/ },
  'a:theme/a:themeElements/a:clrScheme/a:dk1/a:srgbClr': { val: /^000000$/ },
  ...Object.fromEntries(
    otherColors.map((name) => [`a:theme/a:themeElements/a:clrScheme/a:${name}`, anything] as const),
  ),
  'a:theme/a:themeElements/a:fontScheme': anything,
  'a:theme/a:themeElements/a:fmtScheme': anything,
  'a:theme/a:objectDefaults': anything,
  'a:theme/a:extraClrSchemeLst': anything,
  'a:theme/a:custClrLst': anything,
  'a:theme/a:extLst': anything,
});
