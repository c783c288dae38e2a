// Kinds of device that can be played, one per row. CONTRIBUTING.md says how to add one.

import { json, webhook } from './gateway.ts';
import { hikvision } from './hikvision.ts';
import type { PlayedKind } from './protocol.ts';
import { zkteco, zktecoAccess } from './zkteco.ts';

const rows = { zkteco, 'zkteco-acc': zktecoAccess, hikvision, webhook, json } satisfies Record<string, PlayedKind>;

export type Kind = keyof typeof rows;

export const kinds: Readonly<Record<Kind, PlayedKind>> = rows;

export const isKind = (name: string): name is Kind => Object.hasOwn(rows, name);
export const kindNames: readonly Kind[] = Object.keys(rows).filter(isKind);
