// Which files of the server can reach beyond it: other hosts, programs, raw sockets.

import { type Source, withoutComments } from '../house/sources.ts';

interface Import {
  readonly module: string;
  /** The names taken from it; '*' or 'default' for all of it. */
  readonly names: readonly string[];
}

/** Imports of values: those of types alone call nothing. */
export function importedValues({ text }: Source): Import[] {
  const code = withoutComments(text);
  const fixed = code.matchAll(/\bimport\s+(?!type\b)([^'";]*?)\s*from\s*['"]([^'"]+)['"]/g);
  const later = code.matchAll(/\bimport\(\s*['"]?([^'")]+)/g);
  return [
    ...[...fixed].map(([, clause = '', module = '']) => ({ module, names: namesIn(clause) })),
    ...[...later].map(([, module = '']) => ({ module, names: ['*'] })),
  ];
}

function namesIn(clause: string): string[] {
  const [outside = '', inside = ''] = clause.split(/[{}]/);
  const whole = outside
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => (name.startsWith('*') ? '*' : 'default'));
  const named = inside
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0] ?? '');
  return [...whole, ...named];
}

/** Of these modules only these names are harmless: they listen, or only compute. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['createServer', 'STATUS_CODES'],
  'node:https': [],
  'node:net': ['BlockList', 'isIP', 'isIPv4', 'isIPv6', 'Server'],
  'node:dns': [],
  'node:dns/promises': [],
};

/** Of these nothing is harmless: programs, raw sockets, code from text. */
const forbidden = [
  'node:child_process',
  'node:cluster',
  'node:dgram',
  'node:http2',
  'node:inspector',
  'node:repl',
  'node:tls',
  'node:vm',
  'node:wasi',
];

const packagesThatCall = ['nodemailer', 'postgres', 'oauth4webapi'];

export const startsPrograms = (source: Source): boolean =>
  importedValues(source).some(({ module }) => forbidden.includes(module));

/** Whether the file makes requests by itself, or by the function that makes them safely. */
export function callsOthers(source: Source): boolean {
  const code = withoutComments(source.text);
  const byModule = importedValues(source).some(
    ({ module, names }) =>
      packagesThatCall.includes(module) || names.some((name) => harmless[module]?.includes(name) === false),
  );
  return byModule || /\bsafeRequest\(|(?<![.\w])fetch\(|\bnew (?:WebSocket|EventSource)\(/.test(code);
}
