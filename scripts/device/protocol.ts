// What differs between the kinds of device: how they say what they hold, and what they ask for.

import type { DeviceKind } from '../../src/shared/contract/deviceKinds.ts';
import type { Chance } from '../../server/app/sample/random.ts';
import type { WireAnswer, WireRequest } from './connection.ts';
import type { Fault } from './faults.ts';
import type { Held, Memory } from './memory.ts';

export interface Identity {
  readonly serial: string;
  /** Of a kind with a secret in its address: the path with it. Of the webhook: its path. */
  readonly path: string;
  /** With which the webhook is signed. */
  readonly secret: string;
  readonly faults: ReadonlySet<Fault>;
}

export interface SendContext {
  readonly chance: Chance;
  readonly memory: Memory;
  /** The events were sent before. */
  readonly isReplay: boolean;
  readonly now: Date;
}

export interface Protocol {
  /** Events of one request. */
  readonly batchSize: number;
  readonly batch: (events: readonly Held[], context: SendContext) => WireRequest;
  readonly isTaken: (answer: WireAnswer) => boolean;
  /** Whether it says the offset from UTC beside the time of its clock. */
  readonly saysOffset: (event: Held) => boolean;
  /** Whether an event of the door, which has a number of its own, follows a punch. */
  readonly opensDoor: (chance: Chance) => boolean;
  /** What it sends beside its events where templates come unasked. */
  readonly unasked: (context: SendContext) => readonly WireRequest[];
  /** Undefined if the kind has none. */
  readonly handshake: readonly WireRequest[];
  /** Says that it is there; may bring commands. */
  readonly poll: ((memory: Memory, now: Date) => WireRequest) | undefined;
  readonly answerCommands: ((body: string) => WireRequest) | undefined;
}

/** A kind that is played. */
export interface PlayedKind {
  /** The kind that the server takes it for. */
  readonly kind: DeviceKind;
  /** Of a device that is given none. */
  readonly serial: string;
  readonly protocol: (identity: Identity) => Protocol;
  /** What it sends of people, and nobody may keep: names, cards, passwords, templates and pictures. */
  readonly secrets: readonly string[];
}

export const usualSerial = 'SIM4241100079';

export const pick = <T>(choices: readonly [T, ...T[]], index: number): T =>
  choices[index % choices.length] ?? choices[0];
