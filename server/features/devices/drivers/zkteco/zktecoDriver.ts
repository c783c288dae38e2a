// ZKTeco devices that push over HTTP: attendance terminals (ATTLOG) and access controllers (rtlog). They share paths
// and resend a batch until it is answered with 200.

import type { DeviceCommandKind } from '../../../../../src/shared/contract/deviceEvents.ts';
import { kindOfDevice } from '../../../../../src/shared/contract/deviceKinds.ts';
import { signedOffset } from '../../../../../src/shared/words/timeZones.ts';
import {
  type AboutDevice,
  answerOnly,
  type CommandMoment,
  type CommandResult,
  type DeviceAnswer,
  type DeviceContext,
  type Driver,
  type Identity,
  note,
  type ParsedRequest,
  type QueuedCommand,
  textAnswer,
} from '../driver.ts';
import { wholeNumber } from '../wireValues.ts';
import { storedOffsets } from './attlog.ts';
import { clockAtOffset, packedTime, pairsOf, productName } from './lineValues.ts';
import { linesOf, type PushRequest, parsePushRequest } from './pushRequest.ts';
import { passedByKind } from './rtlog.ts';
import { holdsPunches, parseUpload, tableOf } from './tables.ts';

const ok = textAnswer('OK');

export const zktecoDriver: Driver = {
  kind: 'zkteco',
  base: '/iclock/',
  identify(request) {
    const push = parsePushRequest(request);
    return push && identityOf(push);
  },
  parse(request, context) {
    const push = parsePushRequest(request);
    if (!push) return answerOnly(textAnswer('Not found', 404));
    return context.isApproved ? parsed(push, context) : parsedOfUnknown(push);
  },
  passedBy: passedByKind,
  offsetsIn: storedOffsets,
  commandText: commandTextOf,
};

function identityOf(push: PushRequest): Identity {
  const key = push.value('pushcommkey').trim().slice(0, 256);
  const isAccessDevice = isAccess(push);
  return {
    serial: push.serial.toUpperCase(),
    ...(key && { key }),
    ...(isAccessDevice !== undefined && { isAccessDevice }),
  };
}

/** Decides without the protocol version, because attendance terminals name 3.x, too. */
function isAccess(push: PushRequest): boolean | undefined {
  const type = isAccessType(push.value('DeviceType')) ?? (saysOptions(push) ? typeInOptions(push) : undefined);
  if (type !== undefined) return type;
  const isAccessCall = ['registry', 'push', 'querydata', 'rtdata'].includes(push.endpoint);
  if (isAccessCall || push.table === 'rtlog' || push.table === 'transaction') return true;
  return push.endpoint === 'cdata' && push.method === 'POST' && push.table === 'attlog' ? false : undefined;
}

const saysOptions = (push: PushRequest) => push.endpoint === 'registry' || tableOf(push) === 'options';

const typeInOptions = (push: PushRequest) => isAccessType(optionsOf(push.body()).get('devicetype') ?? '');

/** Refuses everything before the device is approved, so its events stay on it. */
function parsedOfUnknown(push: PushRequest): ParsedRequest {
  const refusal = push.endpoint === 'registry' ? textAnswer('', 406) : textAnswer('Not approved yet', 401);
  const sendsEvents = push.method === 'POST' && push.endpoint === 'cdata' && holdsPunches(tableOf(push));
  const eventsOffered = sendsEvents ? linesOf(push.body()).length : 0;
  return { ...answerOnly(refusal), about: { ...aboutIn(push), ...(eventsOffered > 0 && { eventsOffered }) } };
}

function aboutIn(push: PushRequest): AboutDevice {
  if (push.method === 'POST' && saysOptions(push)) return aboutByOptions(optionsOf(push.body()));
  return push.value('INFO') ? aboutByInfo(push.value('INFO')) : {};
}

function parsed(push: PushRequest, context: DeviceContext): ParsedRequest {
  switch (push.endpoint) {
    case 'ping':
      return answerOnly(ok);
    case 'getrequest':
      return push.method === 'GET' ? polled(push, context) : commandsAnswered(push);
    case 'devicecmd':
      return commandsAnswered(push);
    case 'registry':
      return options(push, `RegistryCode=${context.registryCode}`);
    case 'push':
      return answerOnly(textAnswer(accessSettings(context)));
    case 'rtdata':
      return answerOnly(push.value('type').toLowerCase() === 'time' ? textAnswer(accessTimeAnswer(context)) : ok);
    case 'exchange':
      return encryptionRefused;
    case 'fdata':
      return parseUpload('attphoto', push, context);
    case 'querydata':
      // Any other answer stops the device from sending the remaining packets.
      return { ...sent(push, context), answer: ok, results: answeredByData(push.value) };
    case 'cdata':
      if (push.method === 'GET') return push.value('table') === '' ? shookHands(push, context) : answerOnly(ok);
      return asksToLetIn(push) ? decisionRefused : sent(push, context);
  }
}

const sent = (push: PushRequest, context: DeviceContext): ParsedRequest =>
  saysOptions(push) ? options(push, 'OK') : parseUpload(tableOf(push), push, context);

const commandsAnswered = (push: PushRequest): ParsedRequest => ({
  ...answerOnly(ok),
  ...answeredCommands(push.body()),
});

/** Notes a differing serial number: another device's settings may have been loaded, or data may be forwarded. */
function options(push: PushRequest, answer: string): ParsedRequest {
  const ownSerial = (optionsOf(push.body()).get('serialnumber') ?? '').toUpperCase();
  const serial = push.serial.toUpperCase();
  const sentence = `It calls as ${serial}, and says that its serial number is ${productName(ownSerial)}.`;
  const notes = ownSerial === '' || ownSerial === serial ? [] : [note('other_device', sentence)];
  return { ...answerOnly(textAnswer(answer)), about: aboutIn(push), notes };
}

const notUnderstood = (answer: DeviceAnswer, sentence: string): ParsedRequest => ({
  ...answerOnly(answer),
  notes: [note('unhandled', sentence)],
});

/** Refuses to exchange keys: given a false one, a device would encrypt its events, and they would be lost. */
const encryptionRefused = notUnderstood(
  textAnswer('Not found', 404),
  'It wants to encrypt what it sends, which only its vendor’s servers can read. If its menu offers encryption, ' +
    'switch that off, and then the device off and on.',
);

/** Some servers decide who may pass. The question looks like an event, but the event itself follows the answer. */
const asksToLetIn = ({ value }: PushRequest): boolean =>
  value('AuthType') !== '' || value('type').toLowerCase() === 'postverifydata';

const decisionRefused = notUnderstood(
  ok,
  'It asks its server who may pass, which Rollcall does not decide. Switch its remote identification off.',
);

function polled(push: PushRequest, context: DeviceContext): ParsedRequest {
  const { body, commandIds } = commandsAnswer(context.commands);
  return { ...answerOnly(textAnswer(body)), about: aboutIn(push), commandIds };
}

function shookHands(push: PushRequest, context: DeviceContext): ParsedRequest {
  if (push.value('type').toLowerCase() === 'time') return answerOnly(textAnswer(timeAnswer(context)));
  if (isAccess(push) ?? context.isAccessDevice) return answerOnly(textAnswer(accessHandshake(context)));
  return {
    ...answerOnly(textAnswer(attendanceHandshake(push, context))),
    ...(context.wantsAll && { asksForAll: true }),
    about: timeZoneLines(context).length > 0 ? { toldOffset: context.offsetMinutes } : {},
  };
}

// Answers to devices: settings of the handshake, the time, and waiting commands. The order of lines and the missing
// newline at the end are as devices in the field are known to accept them.
/** Interval between polls that devices are told. */
const { pollSeconds } = kindOfDevice('zkteco');

const lines = (...each: readonly string[]): string => each.join('\n');

/** Requests punches and operations, never users, fingerprints, faces or photos. */
const transFlag = '1100000000';

function attendanceHandshake(push: PushRequest, context: DeviceContext): string {
  return lines(
    `GET OPTION FROM: ${push.serial}`,
    ...(push.value('pushver') === '' ? firstStamps(context) : stamps(context)),
    'ErrorDelay=30',
    `Delay=${pollSeconds}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    `TransFlag=${transFlag}`,
    ...timeZoneLines(context),
    'Realtime=1',
    'Encrypt=None',
  );
}

const stamps = ({ wantsAll }: DeviceContext) => [
  `ATTLOGStamp=${wantsAll ? 'None' : '9999'}`,
  'OPERLOGStamp=9999',
  'ATTPHOTOStamp=None',
];

/** First-version devices, which name no version, know stamps by other names, and only as numbers. */
const firstStamps = ({ wantsAll }: DeviceContext) => [
  `Stamp=${wantsAll ? '0' : '9999'}`,
  'OpStamp=9999',
  'PhotoStamp=9999',
];

/** Every device understands whole hours; half hours depend on the firmware. */
function timeZoneLines({ offsetMinutes, halfHours }: DeviceContext): string[] {
  if (offsetMinutes % 60 === 0) return [`TimeZone=${offsetMinutes / 60}`];
  const forms = {
    nothing: [],
    hours: [`TimeZone=${offsetMinutes / 60}`],
    minutes: [`TimeZone=${offsetMinutes}`],
    signed: [`TimeZone=${signedOffset(offsetMinutes)}`],
  };
  return forms[halfHours];
}

const accessHandshake = (context: DeviceContext): string =>
  lines('registry=ok', `RegistryCode=${context.registryCode}`, accessSettings(context));

/** Devices use the older of both versions; from 3.1.1 on they encrypt by the vendor's secret method. */
const protocolVersion = '3.0.1';

/**
 * An access controller without 'TransTables' connects but never sends events. By default it sends 'User', too: names,
 * cards and passwords.
 */
const accessSettings = ({ sessionId }: DeviceContext): string =>
  lines(
    `ServerVersion=${protocolVersion}`,
    'ServerName=ADMS',
    `PushProtVer=${protocolVersion}`,
    `PushVersion=${protocolVersion}`,
    'ErrorDelay=30',
    `RequestDelay=${pollSeconds}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    'TransTables=Transaction',
    'Realtime=1',
    `SessionID=${sessionId}`,
    'TimeoutSec=10',
  );

const timeAnswer = ({ now, offsetMinutes }: DeviceContext): string =>
  `Time=${clockAtOffset(now, offsetMinutes).replace(' ', 'T')}${signedOffset(offsetMinutes)}`;

/** Access controllers add the offset themselves, so the time is in UTC. */
const accessTimeAnswer = ({ now, offsetMinutes }: DeviceContext): string =>
  `DateTime=${packedTime(clockAtOffset(now, 0))},ServerTZ=${signedOffset(offsetMinutes).replace(':', '')}`;

const mostCommands = 200;
const mostBytes = 40 * 1024;

/** Answers a poll with as many waiting commands as one answer may hold. */
function commandsAnswer(commands: readonly QueuedCommand[]): { body: string; commandIds: number[] } {
  let body = '';
  const commandIds: number[] = [];
  for (const { id, text } of commands.slice(0, mostCommands)) {
    const line = `C:${id}:${text}\n`;
    if (Buffer.byteLength(body) + Buffer.byteLength(line) > mostBytes) break;
    body += line;
    commandIds.push(id);
  }
  return { body: commandIds.length === 0 ? 'OK' : body, commandIds };
}

/** The only commands that devices are sent: none deletes anything or runs a program. */
export function commandTextOf(kind: DeviceCommandKind | 'check', moment: CommandMoment): string {
  const { day, now, offsetMinutes, isAccessDevice } = moment;
  const [start, end] = [`StartTime=${day} 00:00:00`, `EndTime=${day} 23:59:59`];
  switch (kind) {
    case 'info':
      return isAccessDevice ? 'GET OPTIONS ~DeviceName,FirmVer,TransactionCount,~MaxAttLogCount' : 'INFO';
    case 'count':
      return `VERIFY SUM ATTLOG ${start}\t${end}`;
    case 'resend':
      return isAccessDevice
        ? `DATA QUERY tablename=transaction,fielddesc=*,filter=${start},${end}`
        : `DATA QUERY ATTLOG ${start}\t${end}`;
    case 'set_clock':
      return `SET ${isAccessDevice ? 'OPTIONS' : 'OPTION'} DateTime=${packedTime(clockAtOffset(now, offsetMinutes))}`;
    case 'check':
      return 'CHECK';
  }
}

// The device's description of itself, from its options, registration, polls and answers to commands.

/** 'DeviceType=acc,~DeviceName=…,FirmVer=…', in one line or several. */
const optionsOf = (body: string): ReadonlyMap<string, string> => pairsOf(body, /[,\r\n\t]+/);

function aboutByOptions(options: ReadonlyMap<string, string>): AboutDevice {
  const model = productName(options.get('devicename') ?? '');
  const firmware = productName(options.get('firmver') ?? options.get('fwversion') ?? '');
  const recordsHeld = wholeNumber(options.get('transactioncount'));
  const tenThousands = wholeNumber(options.get('maxattlogcount'));
  return {
    ...(model && { model }),
    ...(firmware && { firmware }),
    ...(recordsHeld !== null && { recordsHeld }),
    ...(tenThousands && tenThousands <= 1_000 && { capacity: tenThousands * 10_000 }),
  };
}

/** Reads the INFO value of a poll: firmware, users, fingerprints, records held and more, separated by commas. */
function aboutByInfo(info: string): AboutDevice {
  const [version = '', , , records] = info.split(',');
  const firmware = productName(version);
  const recordsHeld = wholeNumber(records?.trim());
  return { ...(firmware && { firmware }), ...(recordsHeld !== null && { recordsHeld }) };
}

/** Access controllers and attendance terminals share their paths; only this word tells them apart for certain. */
function isAccessType(deviceType: string): boolean | undefined {
  const type = deviceType.trim().toLowerCase();
  if (type === 'acc') return true;
  return type === 'att' ? false : undefined;
}

/** Reads answers to commands, 'ID=7&Return=0&CMD=…': several in one request, some over several lines. */
function answeredCommands(body: string): Pick<ParsedRequest, 'results' | 'about'> {
  const answers = answersOf(body).map((lines) => pairsOf(lines.join('\n'), /[&\n]/));
  const results = answers.flatMap((answer) => resultOf(answer) ?? []);
  const info = answers.find((answer) => answer.get('cmd')?.toUpperCase() === 'INFO');
  return { results, about: info ? aboutByOptions(info) : {} };
}

/** Groups lines by answer: each begins with its id. */
function answersOf(body: string): string[][] {
  const answers: string[][] = [];
  for (const line of linesOf(body)) {
    if (/^\s*ID\s*=/i.test(line)) answers.push([line]);
    else answers.at(-1)?.push(line);
  }
  return answers;
}

function resultOf(answer: ReadonlyMap<string, string>): CommandResult | undefined {
  const id = wholeNumber(answer.get('id'));
  const returned = answer.get('return') ?? '';
  // -5000: a part of the device has the command, and answers it later.
  if (id === null || !/^-?\d{1,9}$/.test(returned) || returned === '-5000') return undefined;
  const count = wholeNumber(answer.get('attlogsum') ?? answer.get('attlogcount'));
  // Some devices return the number of records they sent in place of 0.
  return { id, returnCode: Math.min(0, Number(returned)), answer: count === null ? '' : String(count) };
}

/** Requested data comes in packets; the last one completes the command. */
function answeredByData(value: (name: string) => string): CommandResult[] {
  const id = wholeNumber(value('cmdid'));
  const [packet, packets] = [wholeNumber(value('packidx')) ?? 1, wholeNumber(value('packcnt')) ?? 1];
  return id === null || packet < packets ? [] : [{ id, returnCode: 0, answer: '' }];
}
