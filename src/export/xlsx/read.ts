// Reads the rows of a workbook: an exported one, also after a spreadsheet program has saved it.

import { textFromXml } from './text.ts';
import { contentOf, readZip } from './zip.ts';

export interface Workbook {
  /** The rows of the sheet with that title, as texts; undefined where there is no such sheet. */
  rows(sheet: string): AsyncGenerator<string[]> | undefined;
}

/** Undefined where the file is not a workbook. */
export async function readWorkbook(file: Blob): Promise<Workbook | undefined> {
  const parts = new Map((await readZip(file))?.map((part) => [part.name, part]));
  const textOf = async (name: string) => {
    const part = parts.get(name);
    let text = '';
    if (part) for await (const piece of piecesOf(contentOf(part))) text += piece;
    return text;
  };
  const sheets = await textOf('xl/workbook.xml');
  const relations = await textOf('xl/_rels/workbook.xml.rels');
  if (!sheets) return undefined;
  const shared = [...(await textOf('xl/sharedStrings.xml')).matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, item = '']) =>
    textIn(item),
  );

  return {
    rows(wanted) {
      for (const [tag] of sheets.matchAll(/<sheet\s[^>]*>/g)) {
        if (textFromXml(attribute(tag, 'name')) !== wanted) continue;
        const relation = [...relations.matchAll(/<Relationship\s[^>]*>/g)].find(
          ([candidate]) => attribute(candidate, 'Id') === attribute(tag, 'r:id'),
        );
        const target = attribute(relation?.[0] ?? '', 'Target').replace(/^\/xl\//, '');
        const part = parts.get(`xl/${target}`);
        return part && readRows(contentOf(part), shared);
      }
      return undefined;
    },
  };
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** A text may consist of several runs, each with its own format. */
function textIn(xml: string): string {
  return [...xml.matchAll(/<t(?:\s[^>]*)?>([\s\S]*?)<\/t>/g)].map(([, text = '']) => textFromXml(text)).join('');
}

async function* readRows(content: ReadableStream<Uint8Array>, shared: readonly string[]): AsyncGenerator<string[]> {
  let text = '';
  for await (const piece of piecesOf(content)) {
    text += piece;
    const end = text.lastIndexOf('</row>');
    if (end === -1) continue;
    for (const [, row = ''] of text.slice(0, end + 6).matchAll(/<row[\s>]([\s\S]*?)<\/row>/g))
      yield cellsIn(row, shared);
    text = text.slice(end + 6);
  }
}

/** Not by a `Response`: of one that breaks off, Firefox reports an error of its own in the console. */
async function* piecesOf(content: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = content.getReader();
  const decoder = new TextDecoder();
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read())
    yield decoder.decode(value, { stream: true });
}

function cellsIn(row: string, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const [, tag = '', content = ''] of row.matchAll(/<c(\s[^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const column = columnOf(attribute(tag, 'r'));
    while (cells.length < column) cells.push('');
    cells.push(cellText(attribute(tag, 't'), content, shared));
  }
  return cells;
}

/** 0 for A7, 27 for AB7. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.replace(/\d+/, '')) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellText(type: string, content: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textIn(content);
  const value = /<v[^>]*>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? '';
  return type === 's' ? (shared[Number(value)] ?? '') : textFromXml(value);
}
