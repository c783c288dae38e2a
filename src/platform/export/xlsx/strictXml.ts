// Reads the XML of a part, accepting only what is listed. Anything that programs might ignore or read differently is
// refused, so that everybody who opens the file sees what was read here.

import { NotAsExported } from './zip.ts';

/** Patterns for attribute values. '*' covers all others without a prefix, '#text' the text. */
export type Allowed = Readonly<Record<string, RegExp>>;

/** Allows everything, for elements whose content no program shows in a cell. */
export const anything: Allowed = { '': /^/ };

interface Node {
  readonly path: string;
  readonly isRepeated: boolean;
  readonly allowed: Allowed;
  readonly children: Map<string, Node>;
}

/** Elements and attributes that a part may have. */
export interface Rules {
  readonly root: Node;
  /** Namespace of the names without a prefix. */
  readonly namespace: string;
}

/** `elements` are listed by path, parents first. Those that end with '*' may repeat within one parent. */
export function rulesOf(namespace: string, elements: Readonly<Record<string, Allowed>>): Rules {
  const root: Node = { path: '', isRepeated: false, allowed: {}, children: new Map() };
  for (const [key, allowed] of Object.entries(elements)) {
    const isRepeated = key.endsWith('*');
    const path = isRepeated ? key.slice(0, -1) : key;
    const [name = '', ...above] = path.split('/').reverse();
    const parent = above.reduceRight<Node | undefined>((node, each) => node?.children.get(each), root);
    if (!parent) throw new Error(`${path} has no parent`);
    parent.children.set(name, { path, isRepeated, allowed, children: new Map() });
  }
  return { root, namespace };
}

/** Prefixes with the one namespace that each may stand for, so that names can be compared as written. */
const prefixes: Readonly<Record<string, string>> = {
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  x14ac: 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac',
  x15ac: 'http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac',
  xr: 'http://schemas.microsoft.com/office/spreadsheetml/2014/revision',
  xr2: 'http://schemas.microsoft.com/office/spreadsheetml/2015/revision2',
  xr3: 'http://schemas.microsoft.com/office/spreadsheetml/2016/revision3',
  xr6: 'http://schemas.microsoft.com/office/spreadsheetml/2016/revision6',
  xr10: 'http://schemas.microsoft.com/office/spreadsheetml/2016/revision10',
};
const taken = new Set(Object.values(prefixes));

export type Attributes = Readonly<Record<string, string>>;

export interface Visitor {
  opened?(path: string, attributes: Attributes): void;
  /** Receives the element's text, if it may have any. */
  closed?(path: string, text: string): void;
}

interface Open {
  readonly name: string;
  /** Undefined inside an element that may contain anything. */
  readonly node: Node | undefined;
  /** Names of the children so far. */
  readonly seen: Set<string>;
  text: string;
}

const declaration =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"UTF-8"|'UTF-8'|"utf-8"|'utf-8'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/;
const tagPattern =
  /^<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>$/;
const attributePattern = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Maximum length of a tag or text. No export has a longer one. */
const longest = 1_000_000;

/** Reads a part piece by piece. */
export class StrictXml {
  readonly #part: string;
  readonly #rules: Rules;
  readonly #visitor: Visitor;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #open: Open[] = [];
  #rest = '';
  #hasBegun = false;
  #hasRoot = false;

  constructor(part: string, rules: Rules, visitor: Visitor) {
    this.#part = part;
    this.#rules = rules;
    this.#visitor = visitor;
  }

  add(piece: Uint8Array): void {
    this.#read(this.#decode(piece, { stream: true }));
  }

  end(): void {
    this.#read(this.#decode());
    if (this.#open.length > 0 || !this.#hasRoot || this.#rest.trim() !== '') throw this.refusal('is not whole');
  }

  /** Returns an error with a sentence about this part. */
  refusal(what: string): NotAsExported {
    return new NotAsExported(`Its part ${this.#part} ${what}, which no export has.`);
  }

  #decode(piece?: Uint8Array, options?: TextDecodeOptions): string {
    try {
      return this.#decoder.decode(piece, options);
    } catch {
      throw this.refusal('has bytes that are no text');
    }
  }

  #read(piece: string): void {
    if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(piece)) throw this.refusal('has characters that are no text');
    const xml = this.#rest + piece;
    let at = this.#hasBegun ? 0 : this.#begin(xml);
    while (at < xml.length) {
      if (xml[at] === '<') {
        const end = xml.indexOf('>', at);
        if (end === -1) break;
        this.#tag(xml.slice(at, end + 1));
        at = end + 1;
      } else {
        const end = xml.indexOf('<', at);
        if (end === -1) break;
        this.#text(xml.slice(at, end));
        at = end;
      }
    }
    this.#rest = xml.slice(at);
    if (this.#rest.length > longest) throw this.refusal('has very long texts');
  }

  #begin(xml: string): number {
    this.#hasBegun = xml.includes('>');
    return declaration.exec(xml)?.[0].length ?? 0;
  }

  #tag(tag: string): void {
    const [, slash = '', name = '', written = '', isEmpty = ''] = tagPattern.exec(tag) ?? [];
    if (name === '') throw this.refusal(unknownMarkup(tag));
    if (slash === '/') {
      if (written !== '' || isEmpty !== '' || this.#open.at(-1)?.name !== name)
        throw this.refusal('is not well-formed');
      this.#close();
    } else {
      this.#enter(name, written);
      if (isEmpty === '/') this.#close();
    }
  }

  #enter(name: string, written: string): void {
    const parent = this.#open.at(-1);
    if (!parent && this.#hasRoot) throw this.refusal('has something after its end');
    const isFree = parent !== undefined && (parent.node === undefined || parent.node.allowed === anything);
    const node = isFree ? undefined : (parent?.node ?? this.#rules.root).children.get(name);
    if (!isFree && (!node || (!node.isRepeated && parent?.seen.has(name))))
      throw this.refusal(`has ${words[name] ?? `<${name}>`}`);
    const attributes = this.#attributes(written, !parent);
    if (node && node.allowed !== anything) this.#checkAttributes(name, attributes, node.allowed);
    parent?.seen.add(name);
    this.#hasRoot = true;
    this.#open.push({ name, node, seen: new Set(), text: '' });
    if (node) this.#visitor.opened?.(node.path, attributes);
  }

  #attributes(written: string, isRoot: boolean): Attributes {
    const attributes: Record<string, string> = Object.create(null);
    let namespace = isRoot ? '' : this.#rules.namespace;
    for (const [, name = '', double, single = ''] of written.matchAll(attributePattern)) {
      if (name in attributes) throw this.refusal('is not well-formed');
      const raw = double ?? single;
      if (/[\t\n\r]/.test(raw)) throw this.refusal('has lines within a value');
      attributes[name] = this.#resolved(raw);
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      delete attributes[name];
      if (name === 'xmlns') namespace = value;
      else this.#checkPrefix(name.slice('xmlns:'.length), value);
    }
    if (namespace !== this.#rules.namespace) throw this.refusal('uses another namespace');
    return attributes;
  }

  #checkPrefix(prefix: string, namespace: string): void {
    const isKnown = prefixes[prefix] === namespace;
    const isOther = !(prefix in prefixes) && !taken.has(namespace) && namespace !== this.#rules.namespace;
    if (!isKnown && !isOther) throw this.refusal(`uses the prefix ‘${prefix}’`);
  }

  #checkAttributes(element: string, attributes: Attributes, allowed: Allowed): void {
    for (const [name, value] of Object.entries(attributes)) {
      const pattern = allowed[name] ?? (name.includes(':') ? undefined : allowed['*']);
      if (pattern?.test(value)) continue;
      throw this.refusal(`has ${words[`${element} ${name}`] ?? `<${element} ${name}="${value.slice(0, 60)}">`}`);
    }
  }

  #text(text: string): void {
    const open = this.#open.at(-1);
    const isFree = open !== undefined && (open.node === undefined || open.node.allowed === anything);
    if (open?.node?.allowed['#text']) open.text += this.#resolved(text.replace(/\r\n?/g, '\n'));
    else if (isFree) this.#resolved(text);
    else if (/[^ \t\r\n]/.test(text)) throw this.refusal('has text between its elements');
  }

  #resolved(text: string): string {
    if (text.includes(']]>')) throw this.refusal('is not well-formed');
    if (!text.includes('&')) return text;
    return text.replace(/&([^;&]*;)?/g, (_, name = '') => {
      const code = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));$/.exec(name);
      const character = code
        ? characterOf(code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16))
        : entities[name];
      if (character === undefined) throw this.refusal('has entities');
      return character;
    });
  }

  #close(): void {
    const closed = this.#open.pop();
    if (closed?.node) this.#visitor.closed?.(closed.node.path, closed.text);
  }
}

const entities: Readonly<Record<string, string>> = { 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" };

/** Returns undefined for a character that XML cannot contain. */
function characterOf(code: number): string | undefined {
  const isCharacter =
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function unknownMarkup(tag: string): string {
  if (tag.startsWith('<!--')) return 'has a comment';
  if (tag.startsWith('<![')) return 'has a CDATA section';
  if (tag.startsWith('<!')) return 'has a document type';
  return tag.startsWith('<?') ? 'has a processing instruction' : 'is not well-formed';
}

/** Words for what somebody may have added, by the revealing element or attribute. */
const words: Readonly<Record<string, string>> = {
  f: 'formulas',
  'c t': 'formulas or values that are no text',
  'row hidden': 'hidden rows',
  'col hidden': 'hidden columns',
  'sheet state': 'hidden sheets',
  mergeCells: 'merged cells',
  conditionalFormatting: 'conditional formats',
  drawing: 'pictures',
  legacyDrawing: 'comments on cells',
  hyperlinks: 'links',
  tableParts: 'tables',
};
