// What the page and the worker that builds say to each other.

import type { Origin } from '../proof/about.ts';
import type { BuildOrder, BuildProgress, BuiltFile } from './builder.ts';
import type { Row } from '../columns.ts';

export type Order =
  | { kind: 'clear' }
  | { kind: 'add'; rows: readonly Row[]; where: 'front' | 'end' }
  | { kind: 'findMissingGlyphs'; origin: Origin }
  | ({ kind: 'build' } & BuildOrder);

export type Report =
  | { kind: 'missingGlyphs'; characters: readonly string[] }
  | ({ kind: 'progress' } & BuildProgress)
  | { kind: 'built'; files: BuiltFile[] }
  | { kind: 'failed'; message: string };
