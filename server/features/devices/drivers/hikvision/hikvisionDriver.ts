// HTTP notifications of Hikvision access devices: one alert with one event per request. A device repeats every request
// that does not get 200, so an unreadable message is stored and not refused.
import {
  type AboutDevice,
  answerOnly,
  cardWithoutPerson,
  type DeviceFact,
  type DeviceRequest,
  type Driver,
  note,
  type ReportedNote,
  textAnswer,
  unreadable,
} from '../driver.ts';
import { messagesIn } from '../multipart.ts';
import { codeOf, noTime, ownValue, readJson, readTime, textOf, type WireTime, wholeNumber } from '../wireValues.ts';

export const hikvisionDriver: Driver = {
  kind: 'hikvision',
  base: '/devices/hikvision/',
  gapExplanation: 'Some may be door events, if it was not told to send all events.',

  identify(request) {
    if (request.method !== 'POST') return undefined;
    const addresses = alertsIn(request).map((alert) => macAddress(textOf(ownValue(alert, 'macAddress'))));
    return { serial: addresses.find((address) => address !== '') ?? '' };
  },

  parse(request, { isApproved }) {
    const alerts = alertsIn(request);
    const facts: DeviceFact[] = [];
    const notes: ReportedNote[] = [];
    let heartbeat: AboutDevice = {};
    for (const alert of alerts) {
      const type = textOf(ownValue(alert, 'eventType'));
      const event = ownValue(alert, 'AccessControllerEvent');
      if (alert === undefined) facts.push(unreadable(request, 'The message is neither JSON nor XML'));
      else if (typeof event === 'object' && event !== null) facts.push(accessEvent(alert, event));
      else if (type === '' || type === 'AccessControllerEvent')
        facts.push(unreadable(request, 'The message has no event'));
      else if (isHeartbeat(type, textOf(ownValue(alert, 'eventState')))) heartbeat = heartbeatOf(alert);
      else if (!ofNoDoor.has(type.toLowerCase())) notes.push(unhandled(type));
    }
    const model = alerts.map((alert) => modelIn(alert)).find((name) => name !== '');
    return {
      ...answerOnly(textAnswer('OK')),
      facts,
      notes,
      about: {
        ...(model && { model }),
        ...heartbeat,
        ...(!isApproved && facts.length > 0 && { eventsOffered: facts.length }),
      },
    };
  },

  passedBy(kind) {
    const [major = null, minor = null] = kind.split('/').map((part) => wholeNumber(part));
    return passedBy(major, minor);
  },

  offsetsIn: (lines) => lines.map(({ raw }) => timeIn(readJson(raw))?.offsetMinutes ?? null),
};

/** 'a4:d5:c2:24:dd:74' -> 'A4:D5:C2:24:DD:74'; '' for anything else. */
function macAddress(text: string): string {
  const address = text.toUpperCase().replaceAll('-', ':');
  return /^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/.test(address) ? address : '';
}

/** Some firmware sends "no video loss" as its heartbeat. */
const isHeartbeat = (type: string, state: string) =>
  type.toLowerCase() === 'heartbeat' || (type.toLowerCase() === 'videoloss' && state === 'inactive');

/** Heartbeats carry the current time. */
function heartbeatOf(alert: unknown): AboutDevice {
  const clock = timeIn(alert);
  return { sendsHeartbeats: true, ...(clock && { clock }) };
}

/** Events of camera, disk, network and case. */
const ofNoDoor = new Set([
  'videoloss',
  'vmd',
  'shelteralarm',
  'tamperdetection',
  'diskfull',
  'diskerror',
  'nicbroken',
  'ipconflict',
  'illaccess',
]);

const unhandled = (type: string) => note('unhandled', `It sent “${type}”, which Rollcall does not know.`, type);

/** The device's name is its model until somebody changes it. */
const modelIn = (alert: unknown) => textOf(ownValue(ownValue(alert, 'AccessControllerEvent'), 'deviceName'));

/** Limit for an alert, which is usually a few hundred bytes. */
const maxText = 256 * 1024;

/**
 * Finds the alerts of a request: JSON, XML, or either in a part of a multipart body. Pictures are skipped. Undefined
 * stands for an unreadable alert.
 */
const alertsIn = ({ contentType, body }: DeviceRequest): readonly unknown[] =>
  messagesIn(contentType, body).map(alertIn);

/** Decides by the first character, because the content type may be missing or wrong. */
function alertIn(text: string): unknown {
  if (text.length > maxText) return undefined;
  const message = text.startsWith('<') ? readXml(text) : readJson(upToItsEnd(text));
  const alert = ownValue(message, 'EventNotificationAlert') ?? message;
  return typeof alert === 'object' && alert !== null && !Array.isArray(alert) ? alert : undefined;
}

/** Cuts the delimiter of an outer multipart body. */
const upToItsEnd = (text: string) =>
  text.startsWith('{') ? text.replace(/\}\s*--[^\s"]{1,70}(?:--)?\s*$/, '}') : text;

const keptOfAlert = ['macAddress', 'dateTime', 'eventType', 'eventState', 'currentEvent'];
const keptOfEvent = [
  'majorEventType',
  'subEventType',
  'employeeNoString',
  'employeeNo',
  'serialNo',
  'frontSerialNo',
  'attendanceStatus',
  'statusValue',
  'cardReaderKind',
  'cardReaderNo',
  'doorNo',
  'verifyNo',
  'currentVerifyMode',
  'userType',
  'mask',
  'currentEvent',
];

const timeIn = (alert: unknown): WireTime | undefined => readTime(textOf(ownValue(alert, 'dateTime')));

/** Turns an access event into a fact. Only the listed properties are kept: no names, card numbers or pictures. */
export function accessEvent(alert: unknown, event: unknown): DeviceFact {
  const of = (name: string) => textOf(ownValue(event, name));
  const major = wholeNumber(ownValue(event, 'majorEventType'));
  const minor = wholeNumber(ownValue(event, 'subEventType'));
  const time = timeIn(alert);
  const code = codeIn(event);
  const status = of('attendanceStatus');
  const passed = passedBy(major, minor);
  const isCardAlone = code === '' && passed === 'yes' && of('cardNo') !== '';
  return {
    number: wholeNumber(ownValue(event, 'serialNo')),
    code: code ?? '',
    ...(time ?? noTime),
    kind: `${major ?? '?'}/${minor ?? '?'}`,
    direction: status === 'undefined' ? '' : status,
    meaning: meaningOf(status),
    reader: of('cardReaderNo') || of('doorNo'),
    verify: of('currentVerifyMode'),
    passed,
    isReplay: [alert, event].some((each) => textOf(ownValue(each, 'currentEvent')) === 'false'),
    raw: JSON.stringify({ ...pick(alert, keptOfAlert), AccessControllerEvent: pick(event, keptOfEvent) }),
    problem: problemOf(time !== undefined, code !== undefined, isCardAlone),
  };
}

/** Older firmware sends only a number for the person, and 0 for none. */
function codeIn(event: unknown): string | undefined {
  const code = codeOf(ownValue(event, 'employeeNoString'));
  const number = wholeNumber(ownValue(event, 'employeeNo'));
  return code === '' && number ? String(number) : code;
}

function problemOf(hasTime: boolean, hasReadableCode: boolean, isCardAlone: boolean): string {
  if (!hasTime) return 'The time cannot be read';
  if (!hasReadableCode) return 'The employee number cannot be read';
  return isCardAlone ? cardWithoutPerson : '';
}

const pick = (value: unknown, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const content = ownValue(value, name);
      if (content === undefined || content === null) return [];
      return [[name, typeof content === 'number' || typeof content === 'boolean' ? content : textOf(content)]];
    }),
  );

// Meaning of an access event's numbers and words.

/** Major type of access events (1: alarms, 2: exceptions, 3: operations). */
const accessEvents = 5;

/** Person admitted, by the vendor's list: by card, fingerprint, face, password, code, Bluetooth or several of them. */
const passed = new Set([
  1, 2, 16, 34, 38, 40, 43, 46, 54, 57, 60, 63, 66, 69, 72, 75, 77, 101, 105, 153, 156, 159, 179, 181,
]);

/** Person refused: wrong, late, not permitted, unknown, or at a door that is closed to everybody. */
const refused = new Set([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 36, 39, 41, 42, 44, 45, 47, 48, 49, 55, 56, 58, 59, 61, 62, 64, 65, 67,
  68, 70, 71, 73, 74, 76, 78, 79, 80, 94, 102, 103, 104, 112, 113, 117, 118, 119, 120, 139, 150, 151, 152, 154, 155,
  157, 160, 162, 163, 164, 168, 169, 170, 171, 180, 195,
]);

/** Door unlocked, locked, opened, closed, forced or held open, or exit button pressed. */
const ofTheDoor = new Set([21, 22, 23, 24, 25, 26, 27, 28]);

/** Unlisted numbers are 'unknown' and shown as such: a dropped punch would go unnoticed. */
function passedBy(major: number | null, minor: number | null): 'yes' | 'no' | 'unknown' {
  if (major !== accessEvents || minor === null) return 'unknown';
  if (passed.has(minor)) return 'yes';
  return refused.has(minor) || ofTheDoor.has(minor) ? 'no' : 'unknown';
}

/** Direction by the key the person pressed. Spelling differs by firmware. */
function meaningOf(attendanceStatus: string): 'in' | 'out' | undefined {
  const word = attendanceStatus.toLowerCase();
  if (['checkin', 'breakin', 'overtimein'].includes(word)) return 'in';
  if (['checkout', 'breakout', 'overtimeout'].includes(word)) return 'out';
  return undefined;
}

// Minimal XML reader for device messages: nested elements with text in the innermost; attributes and comments are
// ignored. A document type, CDATA or custom entities make a message unreadable.
const token = /<\?[^<>]*\?>|<!--(?:[^-]|-[^-]){0,2000}-->|<(\/?)([\w.:-]{1,100})((?:\s[^<>]*?)?)(\/?)>|([^<>]+)/gy;
const maxElements = 500;
const maxDepth = 8;

interface Element {
  readonly name: string;
  readonly children: [string, unknown][];
  text: string;
}

/**
 * { EventNotificationAlert: { dateTime: '…', … } }, or undefined. The first of several elements with one name counts.
 */
export function readXml(xml: string): unknown {
  const root: Element = { name: '', children: [], text: '' };
  const open = [root];
  let elements = 0;
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const match = token.exec(xml);
    const inner = open.at(-1);
    if (!match || !inner) return undefined;
    const [, closing, tag, , empty, text] = match;
    if (text !== undefined) inner.text += text;
    if (tag === undefined) continue;
    const name = tag.slice(tag.indexOf(':') + 1);
    if (closing) {
      if (inner.name !== name || open.length === 1) return undefined;
      open.pop();
      open.at(-1)?.children.push([name, contentOf(inner)]);
    } else {
      elements++;
      if (elements > maxElements || open.length > maxDepth) return undefined;
      if (empty) inner.children.push([name, '']);
      else open.push({ name, children: [], text: '' });
    }
  }
  return open.length === 1 && root.children.length === 1 && root.text.trim() === '' ? contentOf(root) : undefined;
}

// Reversed, because the last of equal keys wins and the first element counts.
const contentOf = ({ children, text }: Element): unknown =>
  children.length > 0 ? Object.fromEntries(children.toReversed()) : plain(text.trim());

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Decodes the five predefined entities, in one pass so that nothing is decoded twice. */
const plain = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
