// A driver reads the wire format of one kind of device. It is a pure function without database or network: a request
// and the state of the device go in; an answer, the events and what the device says about itself come out. It trusts no
// input and never throws on a request that it cannot read.

import { createHash } from 'node:crypto';
import type { DeviceCommandKind, NoteKind } from '../../../../src/shared/contract/deviceEvents.ts';
import type { DeviceKind } from '../../../../src/shared/contract/deviceKinds.ts';
import type { HalfHourRule, JsonMapping } from '../../../../src/shared/contract/devices.ts';
import { noTime, type WireTime } from './wireValues.ts';

export interface DeviceRequest {
  readonly method: string;
  /** Path after the driver's base: '/iclock/cdata', or '' after a secret. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Identity that the device claims in its request. */
export interface Identity {
  /** Serial number or MAC address as people write it, in upper case; empty if none is given. */
  readonly serial: string;
  /** Stable key of the device. */
  readonly key?: string;
  /** True for access controllers, false for attendance terminals, undefined if the request does not tell. */
  readonly isAccessDevice?: boolean;
}

export interface DeviceContext {
  /** False until somebody approves the device: until then, its events stay on it or are parked. */
  readonly isApproved: boolean;
  readonly now: Date;
  readonly firstHeardAt: Date;
  readonly isAccessDevice: boolean;
  /** Current offset at the device's place, in minutes east of UTC. */
  readonly offsetMinutes: number;
  readonly halfHours: HalfHourRule;
  /** Number that the device gave its latest event; null before the first one. */
  readonly lastNumber: number | null;
  /** Whether the device should send everything it holds, not only new events. */
  readonly wantsAll: boolean;
  /** Constant that a device of the access protocol repeats. */
  readonly registryCode: string;
  readonly sessionId: string;
  readonly commands: readonly QueuedCommand[];
  readonly mapping: JsonMapping;
}

export interface CommandMoment {
  /** Day at the device's place, 'YYYY-MM-DD'. */
  readonly day: string;
  readonly now: Date;
  readonly offsetMinutes: number;
  /** Access controllers keep their events in another table. */
  readonly isAccessDevice: boolean;
}

export interface QueuedCommand {
  readonly id: number;
  readonly text: string;
}

export interface DeviceAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
}

/** One event as the device sent it, or one unreadable line. */
export interface DeviceFact extends WireTime {
  /** Number that the device gave the event. */
  readonly number: number | null;
  /** The number does not identify the event: it may be missing when the event is sent again. */
  readonly isNumberExtra?: true;
  /** Code of the person; empty if the event is about nobody. A string, because leading zeros count. */
  readonly code: string;
  /** Kind of event in the device's own terms: 'ATTLOG', 'rtlog 0', '5/75'. */
  readonly kind: string;
  /** Direction in the device's own terms; empty if it gives none. */
  readonly direction: string;
  /** Direction after mapping; undefined if the value has no meaning. */
  readonly meaning: 'in' | 'out' | undefined;
  readonly reader: string;
  readonly verify: string;
  /** Whether a person passed; 'unknown' for events the driver does not know. */
  readonly passed: 'yes' | 'no' | 'unknown';
  /** Whether the device marks it as sent again. */
  readonly isReplay: boolean;
  /** Line as sent, without names, card numbers, passwords, templates and pictures. */
  readonly raw: string;
  /** Identifies an unreadable line of which too little is kept to compare it with others. */
  readonly hash?: string;
  /** Sentence saying why the line is unreadable; empty if it was read. */
  readonly problem: string;
}

/** A stored fact, to be interpreted again. */
export interface StoredLine {
  readonly kind: string;
  readonly raw: string;
  readonly number: number | null;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Offset at the device's place at that time, in minutes east of UTC. */
  readonly offsetMinutes: number;
}

/** The device's own description; properties it does not mention are left out. */
export interface AboutDevice {
  readonly model?: string;
  readonly firmware?: string;
  readonly recordsHeld?: number;
  readonly capacity?: number;
  /** Events it tried to send before it was approved. */
  readonly eventsOffered?: number;
  /** Offset it was told, in minutes. */
  readonly toldOffset?: number;
  /** Current time on its clock, if it tells that outside its events. */
  readonly clock?: WireTime;
  /** Set if it also calls without events. */
  readonly sendsHeartbeats?: true;
  /** Set once it has called again after it was asked for all events it holds. */
  readonly heardAskForAll?: true;
}

export interface ReportedNote {
  readonly kind: NoteKind;
  readonly sentence: string;
  readonly raw: string;
  /** Whether it has the credible time of an operation, so that the same note is about the same operation. */
  readonly isDated?: boolean;
}

export const note = (kind: NoteKind, sentence: string, raw = ''): ReportedNote => ({ kind, sentence, raw });

export interface CommandResult {
  readonly id: number;
  /** 0 for success; negative values are the device's error codes. */
  readonly returnCode: number;
  /** Number returned by a count. */
  readonly answer: string;
}

export interface ParsedRequest {
  readonly answer: DeviceAnswer;
  /** Set if the answer asks the device for all events it holds. */
  readonly asksForAll?: true;
  readonly facts: readonly DeviceFact[];
  readonly about: AboutDevice;
  readonly notes: readonly ReportedNote[];
  readonly results: readonly CommandResult[];
  /** Ids of the commands that the answer contains. */
  readonly commandIds: readonly number[];
}

export interface Driver {
  /** Webhooks have no device and do not call the listener. */
  readonly kind: Exclude<DeviceKind, 'webhook'>;
  /** Start of its devices' addresses, such as '/iclock/'; kinds that are known by a secret have it appended. */
  readonly base: string;
  /** Sentence saying why missing numbers can be harmless. */
  readonly gapExplanation?: string;
  /** Undefined if no device sends such a request; the listener answers 404. */
  identify(request: DeviceRequest): Identity | undefined;
  parse(request: DeviceRequest, context: DeviceContext): ParsedRequest;
  /** Whether a person passed in a stored event of this kind. */
  passedBy(kind: string): DeviceFact['passed'];
  /** UTC offsets that one device's stored lines name, in minutes; null where a line names none. */
  offsetsIn(lines: readonly StoredLine[]): readonly (number | null)[];
  /** Command in the protocol's syntax; left out for devices without commands. */
  readonly commandText?: (kind: DeviceCommandKind | 'check', moment: CommandMoment) => string;
}

export const textAnswer = (body: string, status = 200): DeviceAnswer => ({ status, body, contentType: 'text/plain' });

/** A request with an answer and no content. */
export const answerOnly = (answer: DeviceAnswer): ParsedRequest => ({
  answer,
  facts: [],
  about: {},
  notes: [],
  results: [],
  commandIds: [],
});

/** A whole unreadable message, of which only size and hash are kept. */
export const unreadable = ({ body }: DeviceRequest, problem: string): DeviceFact =>
  unreadFact({ raw: `${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex')}`, problem });

/**
 * Problem of door events that name only a card: card numbers are never stored, so the device has to name the person.
 */
export const cardWithoutPerson = 'It names a card, but not the person who holds it';

export const unreadFact = (readable: Pick<DeviceFact, 'raw' | 'problem'> & Partial<DeviceFact>): DeviceFact => ({
  number: null,
  code: '',
  ...noTime,
  kind: '',
  direction: '',
  meaning: undefined,
  reader: '',
  verify: '',
  passed: 'unknown',
  isReplay: false,
  ...readable,
});

/** Distinguishes unreadable lines of which only the shape is kept. */
export const hashOfLine = (line: string): string => createHash('sha256').update(line).digest('base64url');
