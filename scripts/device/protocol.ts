// Differences between kinds of devices: the messages for their events, and their requests.

import type { Chance } from '../../server/app/sample/random.ts';
import type { DeviceKind } from '../../src/shared/contract/deviceKinds.ts';
import { signedOffset } from '../../src/shared/words/timeZones.ts';
import type { WireRequest } from './connection.ts';
import type { Fault } from './faults.ts';
import type { Held, Memory } from './memory.ts';

export interface Identity {
  readonly serial: string;
  /** Path with the secret, for kinds that have one, or path of the webhook. */
  readonly path: string;
  /** Signs the webhook's events. */
  readonly secret: string;
  readonly faults: ReadonlySet<Fault>;
}

export interface SendContext {
  readonly chance: Chance;
  readonly isReplay: boolean;
  readonly now: Date;
}

interface Obeyed {
  readonly answers: readonly WireRequest[];
  /** Events to send before the answers. */
  readonly resent: readonly Held[];
  /** Whether to shake hands before the answers. */
  readonly startsAgain: boolean;
}

export interface Protocol {
  readonly batchSize: number;
  readonly batch: (events: readonly Held[], context: SendContext) => WireRequest;
  /** Returns true if the event states its UTC offset with the clock time. */
  readonly saysOffset: (event: Held) => boolean;
  /** Returns true if a door event, which has its own number, follows the punch. */
  readonly opensDoor: (chance: Chance) => boolean;
  /** Requests that some devices send unasked, such as templates. */
  readonly unasked: () => readonly WireRequest[];
  readonly handshake: readonly WireRequest[];
  /** Heartbeat, whose answer may contain commands. */
  readonly poll: ((memory: Memory, now: Date) => WireRequest) | undefined;
  /** Executes a command from the answer to a heartbeat. */
  readonly obey: ((command: string, memory: Memory, at: number) => Obeyed) | undefined;
}

export interface PlayedKind {
  readonly kind: DeviceKind;
  readonly serial: string;
  readonly protocol: (identity: Identity) => Protocol;
  /** Personal data that it sends but nobody may store: names, cards, passwords, templates and pictures. */
  readonly secrets: readonly string[];
}

export const usualSerial = 'SIM4241100079';

/** '2026-11-21T08:59:12+05:30'; the offset is in minutes. */
export const timestamp = (shown: string, offset: number): string => `${shown.replace(' ', 'T')}${signedOffset(offset)}`;

export const pick = <T>(choices: readonly [T, ...T[]], index: number): T =>
  choices[index % choices.length] ?? choices[0];
