// A driver reads the wire of one kind of device. It is pure: from a request and what is known of the device to an answer,
// what the device sent, and what it said about itself. It reaches neither database nor network, and what it is given
// from outside it never trusts: a request that it cannot read is no reason to throw.

import { createHash } from 'node:crypto';
import type { DeviceKind } from '../../../../src/shared/contract/deviceKinds.ts';
import type { DeviceCommandKind, NoteKind } from '../../../../src/shared/contract/deviceEvents.ts';
import type { HalfHourRule, JsonMapping } from '../../../../src/shared/contract/devices.ts';
import type { WireTime } from './wireValues.ts';

export interface DeviceRequest {
  readonly method: string;
  /** Below the driver's own part of the address: '/iclock/cdata', or '' behind a secret. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
}

/** Who says that it calls. */
export interface Identity {
  /** The serial number or MAC address as people know it, in upper case; empty if it names none. */
  readonly serial: string;
  /** A key of its own, which stays the same. */
  readonly key?: string;
  /** It speaks the protocol of access controllers (true) or of attendance terminals (false); else it did not show. */
  readonly isAccessDevice?: boolean;
}

/** What a driver has to know to answer. */
export interface DeviceContext {
  /** Nobody approved the device yet: its events stay on it, or are parked. */
  readonly isApproved: boolean;
  readonly now: Date;
  readonly serial: string;
  readonly isAccessDevice: boolean;
  /** Where the device is, minutes east of UTC, now. */
  readonly offsetMinutes: number;
  readonly halfHours: HalfHourRule;
  /** Of its events, the device's own number that came last; null before its first one. */
  readonly lastNumber: number | null;
  /** It is to send all that it holds, not only what is new. */
  readonly wantsAll: boolean;
  /** Lasting words that a device of the access protocol repeats. */
  readonly registryCode: string;
  readonly sessionId: string;
  readonly commands: readonly QueuedCommand[];
  readonly mapping: JsonMapping;
}

/** When and where a command is written. */
export interface CommandMoment {
  /** 'YYYY-MM-DD' at the device's place. */
  readonly day: string;
  readonly now: Date;
  readonly offsetMinutes: number;
  /** It speaks the protocol of access controllers, which keep their events in another table. */
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

/** One event as the device sent it. A line that cannot be read is one too. */
export interface DeviceFact {
  /** The device's own number of the event. */
  readonly number: number | null;
  /** The number does not tell the fact from others: it may be left out when the event is sent again. */
  readonly isNumberExtra?: true;
  /** Of the person; empty if it is about none. Text: leading zeros count. */
  readonly code: string;
  /** The clock of the device, 'YYYY-MM-DD HH:MM:SS'; empty if it cannot be read. */
  readonly localTime: string;
  /** Minutes east of UTC, if the device says. */
  readonly offsetMinutes: number | null;
  /** What kind of event, in the device's words: 'ATTLOG', 'rtlog 0', '5/75'. */
  readonly kind: string;
  /** Which way, in the device's words; empty if it says none. */
  readonly direction: string;
  /** What these words mean; undefined if they mean nothing. */
  readonly meaning: 'in' | 'out' | undefined;
  readonly reader: string;
  readonly verify: string;
  /** Whether a person passed. Of an event that the driver does not know: unknown. */
  readonly passed: 'yes' | 'no' | 'unknown';
  /** The device says that it sends it again. */
  readonly isReplay: boolean;
  /** As sent, without names, card numbers, passwords, templates and pictures. */
  readonly raw: string;
  /** Of a line that cannot be read, and of which too little is kept to tell it from others. */
  readonly hash?: string;
  /** Why the line cannot be read, as a sentence; empty if it can. */
  readonly problem: string;
}

/** A fact as it was stored, to be read again. */
export interface StoredLine {
  readonly kind: string;
  readonly raw: string;
  readonly number: number | null;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** At the place of the device then, minutes east of UTC. */
  readonly offsetMinutes: number;
}

/** What the device says about itself. What it does not say is left out. */
export interface AboutDevice {
  readonly model?: string;
  readonly firmware?: string;
  readonly recordsHeld?: number;
  readonly capacity?: number;
  /** Events that it tried to send while nobody had approved it. */
  readonly eventsOffered?: number;
  /** It was told this offset, in minutes. */
  readonly toldOffset?: number;
  /** What its clock shows at this moment, if it says so beside its events. */
  readonly clock?: WireTime;
  /** It calls also when it has no events. */
  readonly sendsHeartbeats?: true;
  /** It was asked for all that it holds. */
  readonly wasAskedForAll?: true;
}

export interface ReportedNote {
  readonly kind: NoteKind;
  readonly sentence: string;
  readonly raw: string;
}

export interface CommandResult {
  readonly id: number;
  /** 0 for done; below that what the device says is wrong. */
  readonly returnCode: number;
  /** Of a count: the number. */
  readonly answer: string;
}

/** All that one request comes to. */
export interface ParsedRequest {
  readonly answer: DeviceAnswer;
  readonly facts: readonly DeviceFact[];
  readonly about: AboutDevice;
  readonly notes: readonly ReportedNote[];
  readonly results: readonly CommandResult[];
  /** The commands that the answer asks for. */
  readonly asked: readonly number[];
}

export interface Driver {
  /** A webhook is no device, and does not call the listener. */
  readonly kind: Exclude<DeviceKind, 'webhook'>;
  /** What its devices' addresses begin with: '/iclock/'. Of a kind that is known by a secret, the secret follows. */
  readonly base: string;
  /** Why numbers of its events may be missing without harm, as a sentence. */
  readonly whyNumbersMiss?: string;
  /** Undefined if no device sends such a request: it is answered with 404. */
  identify(request: DeviceRequest): Identity | undefined;
  parse(request: DeviceRequest, context: DeviceContext): ParsedRequest;
  /** The offsets that stored lines of one device say, in minutes; null where one says none. */
  offsetsIn(lines: readonly StoredLine[]): readonly (number | null)[];
  /** A command in the words of its wire; undefined if its devices take none. */
  readonly commandText?: (kind: DeviceCommandKind | 'check', moment: CommandMoment) => string;
}

export const textAnswer = (body: string, status = 200): DeviceAnswer => ({ status, body, contentType: 'text/plain' });

/** A request that says nothing but this answer. */
export const answerOnly = (answer: DeviceAnswer): ParsedRequest => ({
  answer,
  facts: [],
  about: {},
  notes: [],
  results: [],
  asked: [],
});

/** A whole message. Only its size and its hash are kept. */
export const unreadable = ({ body }: DeviceRequest, problem: string): DeviceFact =>
  unreadFact({ raw: `${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex')}`, problem });

/** The problem of a card that opens a door: it is somebody's, but cards are never kept, so the device has to say whose. */
export const cardAlone = 'It names a card, but not the person who holds it';

/** With what is known of it all the same. */
export const unreadFact = (known: Pick<DeviceFact, 'raw' | 'problem'> & Partial<DeviceFact>): DeviceFact => ({
  number: null,
  code: '',
  localTime: '',
  offsetMinutes: null,
  kind: '',
  direction: '',
  meaning: undefined,
  reader: '',
  verify: '',
  passed: 'unknown',
  isReplay: false,
  ...known,
});

/** Tells a line from others of which as little is kept. */
export const hashOfLine = (line: string): string => createHash('sha256').update(line).digest('base64url');
