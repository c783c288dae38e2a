// Reads the cells of an exported workbook, even after a spreadsheet program has saved it. Refuses a workbook for which
// some program might show something other than what is read here.

import { aboutTitle } from '../proof/about.ts';
import { letterOf } from './sheetXml.ts';
import { type Attributes, type Rules, StrictXml, type Visitor } from './strictXml.ts';
import * as rules from './workbookRules.ts';
import { contentOf, NotAsExported, type PackedFile, readZip, textOf } from './zip.ts';

export interface Workbook {
  readonly parts: readonly PackedFile[];
  readonly sheets: readonly string[];
  /** Reads the rows of a sheet as texts, each up to its last cell that is not empty. */
  rows(sheet: string): AsyncGenerator<string[]>;
}

/** Returns undefined if the file is not a workbook with a sheet about its export. May throw NotAsExported. */
export async function readWorkbook(file: Blob): Promise<Workbook | undefined> {
  const archive = await readZip(file);
  if (!archive || !(await mentionsAbout(archive.files))) return undefined;
  archive.assertPlain();
  const parts = new Map(archive.files.filter(({ name }) => !name.endsWith('/')).map((part) => [part.name, part]));
  const paths = await findParts(parts);
  const { styles, theme, shared } = paths;
  await readPart(styles, rules.styles);
  if (theme) await readPart(theme, rules.theme);
  const texts = shared ? await readTexts(shared) : [];
  return {
    parts: archive.files,
    sheets: [...paths.sheets.keys()],
    rows(sheet) {
      const part = paths.sheets.get(sheet);
      if (!part) throw new NotAsExported(`The sheet ‘${sheet}’ is missing.`);
      return readRows(part, texts);
    },
  };
}

/** Reads leniently, since the workbook may be an export even if its markup is refused later. */
async function mentionsAbout(files: readonly PackedFile[]): Promise<boolean> {
  for (const file of files.filter(({ name }) => name.toLowerCase() === mainPart)) {
    if ((await textOf(file)).includes(aboutTitle)) return true;
  }
  return false;
}

const mainPart = 'xl/workbook.xml';
const contents = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const officeParts = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageParts = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata';

/** Relationships that are allowed from the package, the workbook and a sheet, with the content type of each target. */
const allowedParts: Readonly<Record<'package' | 'workbook' | 'sheet', Readonly<Record<string, RegExp>>>> = {
  package: {
    [`${officeParts}/officeDocument`]: exactly(`${contents}.sheet.main+xml`),
    [`${officeParts}/extended-properties`]: /\.extended-properties\+xml$/,
    [`${officeParts}/custom-properties`]: /\.custom-properties\+xml$/,
    [`${packageParts}/core-properties`]: /\.core-properties\+xml$/,
    [`${packageParts}/thumbnail`]: /^image\//,
  },
  workbook: {
    [`${officeParts}/worksheet`]: exactly(`${contents}.worksheet+xml`),
    [`${officeParts}/styles`]: exactly(`${contents}.styles+xml`),
    [`${officeParts}/sharedStrings`]: exactly(`${contents}.sharedStrings+xml`),
    [`${officeParts}/theme`]: /\.theme\+xml$/,
  },
  sheet: { [`${officeParts}/printerSettings`]: exactly(`${contents}.printerSettings`) },
};
const relationshipsType = 'application/vnd.openxmlformats-package.relationships+xml';

function exactly(type: string): RegExp {
  return new RegExp(`^${type.replace(/[.+]/g, '\\$&')}$`);
}

type Parts = ReadonlyMap<string, PackedFile>;

interface Found {
  readonly sheets: ReadonlyMap<string, PackedFile>;
  readonly styles: PackedFile;
  readonly theme: PackedFile | undefined;
  readonly shared: PackedFile | undefined;
}

/** Follows the relationships between parts, as programs do. Each part must be reached exactly once. */
async function findParts(parts: Parts): Promise<Found> {
  const typeOf = await readTypes(parts);
  const reached = new Set([typesPart]);

  async function follow(from: string, kinds: Readonly<Record<string, RegExp>>): Promise<Map<string, Link>> {
    const links = new Map<string, Link>();
    const name = relationshipsOf(from);
    const part = parts.get(name);
    if (!part) return links;
    if (typeOf(name) !== relationshipsType) throw strange(name);
    reached.add(name);
    await readPart(part, rules.relationships, {
      opened(element, { Id: id = '', Type: type = '', Target: target = '' }) {
        if (element !== 'Relationships/Relationship') return;
        const path = resolved(target, from);
        if (links.has(id) || reached.has(path) || !kinds[type]?.test(typeOf(path) ?? '')) throw strange(path);
        reached.add(path);
        links.set(id, { type, to: take(parts, path) });
      },
    });
    return links;
  }

  const main = only(await follow('', allowedParts.package), 'officeDocument');
  if (main?.name !== mainPart) throw strange(main?.name ?? mainPart);
  const links = await follow(mainPart, allowedParts.workbook);
  const sheets = await readSheets(main, links);
  for (const { name } of sheets.values()) await follow(name, allowedParts.sheet);
  const unreached = [...parts.keys()].find((name) => !reached.has(name));
  if (unreached !== undefined) throw strange(unreached);
  const styles = only(links, 'styles');
  if (!styles) throw new NotAsExported('Its styles are missing.');
  return { sheets, styles, theme: only(links, 'theme'), shared: only(links, 'sharedStrings') };
}

interface Link {
  readonly type: string;
  readonly to: PackedFile;
}

const strange = (name: string) => new NotAsExported(`It has a part that no export has: ${name}.`);

function take(parts: Parts, name: string): PackedFile {
  const part = parts.get(name);
  if (!part) throw new NotAsExported(`Its part ${name} is missing.`);
  return part;
}

function only(links: ReadonlyMap<string, Link>, type: string): PackedFile | undefined {
  const [first, second] = [...links.values()].filter((link) => link.type === `${officeParts}/${type}`);
  if (second) throw strange(second.to.name);
  return first?.to;
}

/** Returns xl/_rels/workbook.xml.rels for xl/workbook.xml. */
const relationshipsOf = (name: string) => name.replace(/[^/]*$/, (last) => `_rels/${last}.rels`);

/** Resolves a target relative to the folder of the part that names it, or to the top. */
const resolved = (target: string, from: string) =>
  target.startsWith('/') ? target.slice(1) : from.replace(/[^/]*$/, '') + target;

const typesPart = '[Content_Types].xml';

/** Reads the content type of each part, by which some programs find it. */
async function readTypes(parts: Parts): Promise<(name: string) => string | undefined> {
  const types = new Map<string, string>();
  const extensionOf = (name: string) => /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';
  await readPart(take(parts, typesPart), rules.contentTypes, {
    opened(element, { Extension: extension = '', PartName: name = '', ContentType: type = '' }) {
      if (element === 'Types') return;
      if (element === 'Types/Override') take(parts, name.slice(1));
      const key = element === 'Types/Override' ? name : `.${extension}`.toLowerCase();
      if (types.has(key)) throw new NotAsExported(`It says twice what ${key} is.`);
      types.set(key, type);
    },
  });
  return (name) => types.get(`/${name}`) ?? types.get(extensionOf(name));
}

async function readSheets(main: PackedFile, links: ReadonlyMap<string, Link>): Promise<Map<string, PackedFile>> {
  const sheets = new Map<string, PackedFile>();
  const used = new Set<string>();
  await readPart(main, rules.workbook, {
    opened(path, { name = '', 'r:id': id = '' }) {
      if (path !== 'workbook/sheets/sheet') return;
      const link = links.get(id);
      if (!link || link.type !== `${officeParts}/worksheet` || used.has(id) || sheets.has(name))
        throw new NotAsExported(`Its sheet ‘${name}’ leads to no part of its own.`);
      used.add(id);
      sheets.set(name, link.to);
    },
  });
  const unused = [...links].find(([id, { type }]) => type === `${officeParts}/worksheet` && !used.has(id));
  if (unused) throw strange(unused[1].to.name);
  return sheets;
}

async function readPart(part: PackedFile, allowed: Rules, visitor: Visitor = {}): Promise<void> {
  const xml = new StrictXml(part.name, allowed, visitor);
  for await (const piece of contentOf(part)) xml.add(piece);
  xml.end();
}

async function readTexts(part: PackedFile): Promise<string[]> {
  const texts: string[] = [];
  let whole: string | undefined;
  let runs: string[] = [];
  let isKept = false;
  await readPart(part, rules.sharedStrings, {
    opened(path, attributes) {
      if (path.endsWith('/t')) isKept = keepsBlanks(attributes);
    },
    closed(path, content) {
      if (path === 'sst/si/t') whole = shownText(content, isKept);
      if (path === 'sst/si/r/t') runs.push(shownText(content, isKept));
      if (path !== 'sst/si') return;
      if (whole !== undefined && runs.length > 0) throw new NotAsExported('It has a text that is written in two ways.');
      texts.push(whole ?? runs.join(''));
      [whole, runs] = [undefined, []];
    },
  });
  return texts;
}

const keepsBlanks = (attributes: Attributes) => attributes['xml:space'] === 'preserve';

/**
 * Decodes _x0007_, which stands for a character that XML cannot contain. Refuses blanks at either end unless the text
 * says to keep them, as some programs trim them.
 */
function shownText(content: string, keepsBlanksAround: boolean): string {
  if (!keepsBlanksAround && /^[ \t\n]|[ \t\n]$/.test(content))
    throw new NotAsExported(`It has a text that programs show with or without blanks: ‘${content}’.`);
  return content.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

async function* readRows(part: PackedFile, texts: readonly string[]): AsyncGenerator<string[]> {
  const sheet = new SheetReader(texts);
  const xml = new StrictXml(part.name, rules.sheet, sheet);
  for await (const piece of contentOf(part)) {
    xml.add(piece);
    yield* sheet.takeRows();
  }
  xml.end();
  yield* sheet.takeRows();
}

/** Maximum for a sheet in every spreadsheet program. */
const mostRows = 1_048_576;

/** Collects the rows of a sheet. */
class SheetReader implements Visitor {
  readonly #texts: readonly string[];
  #rows: string[][] = [];
  /** Numbers of the last row with cells, and of the open row. */
  #filled = 0;
  #row = 0;
  #cells: string[] = [];
  /** State of the open cell. */
  #column = 0;
  #type = '';
  #value: string | undefined;
  #isKept = false;
  #firstShown = '';

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  takeRows(): string[][] {
    return this.#rows.splice(0);
  }

  opened(path: string, attributes: Attributes): void {
    switch (path) {
      case 'worksheet/sheetViews/sheetView':
        this.#firstShown = attributes.topLeftCell ?? 'A1';
        return;
      case 'worksheet/sheetViews/sheetView/pane':
        if (this.#firstShown !== 'A1') throw new NotAsExported('It has rows or columns that cannot be scrolled to.');
        return;
      case 'worksheet/sheetData/row':
        return this.#beginRow(attributes);
      case 'worksheet/sheetData/row/c':
        return this.#beginCell(attributes);
      case 'worksheet/sheetData/row/c/is/t':
        this.#isKept = keepsBlanks(attributes);
    }
  }

  closed(path: string, text: string): void {
    switch (path) {
      case 'worksheet/sheetData/row/c/v':
        this.#value = this.#fromNumber(text);
        return;
      case 'worksheet/sheetData/row/c/is/t':
        if (this.#type !== 'inlineStr') throw misplaced();
        this.#value = shownText(text, this.#isKept);
        return;
      case 'worksheet/sheetData/row/c':
        return this.#endCell();
      case 'worksheet/sheetData/row':
        return this.#endRow();
    }
  }

  #beginRow({ r = '' }: Attributes): void {
    const row = /^[1-9]\d*$/.test(r) ? Number(r) : 0;
    if (row <= this.#row || row > mostRows) throw misplaced();
    this.#row = row;
    this.#cells = [];
  }

  #beginCell({ r = '', t = '' }: Attributes): void {
    const [, letters = '', row] = /^([A-Z]{1,3})([1-9]\d*)$/.exec(r) ?? [];
    const column = columnOf(letters);
    if (Number(row) !== this.#row || column < this.#cells.length) throw misplaced();
    this.#column = column;
    this.#type = t;
    this.#value = undefined;
  }

  /** Looks up a shared text by its number. */
  #fromNumber(text: string): string {
    const shared = this.#type === 's' && /^\d+$/.test(text) ? this.#texts[Number(text)] : undefined;
    if (shared === undefined || this.#value !== undefined)
      throw new NotAsExported(`The cell ${letterOf(this.#column)}${this.#row} is no text.`);
    return shared;
  }

  #endCell(): void {
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells.push(this.#value ?? '');
  }

  #endRow(): void {
    while (this.#cells.at(-1) === '') this.#cells.pop();
    if (this.#cells.length === 0) return;
    for (this.#filled += 1; this.#filled < this.#row; this.#filled += 1) this.#rows.push([]);
    this.#rows.push(this.#cells);
  }
}

const misplaced = () => new NotAsExported('Its cells are not in their order.');

/** 0 for A, 27 for AB. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
