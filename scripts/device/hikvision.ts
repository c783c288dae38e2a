// Hikvision's HTTP notification: one event per request, as JSON, XML or multipart with a picture. Each punch is
// followed by the door's event, which has its own number.

import type { WireRequest } from './connection.ts';
import type { Fault } from './faults.ts';
import type { Held } from './memory.ts';
import { type Identity, type PlayedKind, type Protocol, pick, type SendContext, timestamp } from './protocol.ts';

const statuses = {
  in: ['checkIn', 'breakIn', 'overtimeIn'],
  out: ['checkOut', 'breakOut', 'overTimeOut'],
  none: ['undefined'],
} as const;

/** By face, fingerprint, card, and QR code. */
const passedKinds = [75, 38, 1, 156] as const;

/** Minutes east of UTC. */
const factoryOffset = 8 * 60;
const otherOffset = 8 * 60 + 30;

const pictureBytes = 'JFIF-face-of-somebody-2718281828';
const cardNumber = '2718281828';

export const hikvision: PlayedKind = {
  kind: 'hikvision',
  serial: 'A4:D5:C2:24:DD:74',
  protocol: hikvisionProtocol,
  secrets: [pictureBytes, cardNumber, 'Somebody'],
};

function hikvisionProtocol({ serial, path, faults }: Identity): Protocol {
  const post = (body: string | Buffer, contentType: string): WireRequest => ({
    method: 'POST',
    path,
    body,
    contentType,
  });
  const header = { ipAddress: '192.168.1.11', portNo: 4000, protocol: 'HTTP', macAddress: serial, channelID: 1 };

  function alert(event: Held, { isReplay }: SendContext) {
    const door = event.code === '';
    return {
      ...header,
      dateTime: dateTimeOf(event, offsetSaid(event.number, event.offset)),
      activePostCount: 1,
      eventType: 'AccessControllerEvent',
      eventState: 'active',
      eventDescription: 'Access Controller Event',
      AccessControllerEvent: {
        deviceName: 'DS-K1T343',
        majorEventType: 5,
        subEventType: door ? 22 : pick(passedKinds, event.number),
        ...(!door && { ...personIn(event), cardNo: cardNumber }),
        cardReaderNo: event.key === 'out' ? 2 : 1,
        serialNo: event.number,
        frontSerialNo: event.number - 1,
        attendanceStatus: pick(statuses[event.key], event.number),
        ...(isReplay && { currentEvent: false }),
      },
    };
  }

  const personIn = ({ code, number }: Held) =>
    faults.has('card-alone') && number % 3 === 0 ? {} : { employeeNoString: code, name: 'Somebody' };

  const offsetSaid = (number: number, offset: number): number => {
    if (faults.has('factory-zone')) return factoryOffset;
    return faults.has('two-zones') && number % 2 === 1 ? otherOffset : offset;
  };

  return {
    batchSize: 1,
    handshake: [],
    batch: (events, context) => {
      const [event] = events;
      return event ? asSent(alert(event, context), event.number, post, faults) : post('', '');
    },
    saysOffset,
    opensDoor: () => true,
    unasked: () => [
      ...(faults.has('unknown-table')
        ? [post(JSON.stringify({ ...header, eventType: 'IDCardInfoEvent', eventState: 'active' }), 'application/json')]
        : []),
      ...(faults.has('garbage') ? [post('{"eventType": "Acc', 'application/json')] : []),
    ],
    poll: ({ shownAt, offsetAt }, now) => {
      const at = now.getTime();
      const dateTime = timestamp(shownAt(at), faults.has('two-zones') ? otherOffset : offsetSaid(0, offsetAt(at)));
      return post(
        JSON.stringify({ ...header, dateTime, eventType: 'heartBeat', eventState: 'active' }),
        'application/json',
      );
    },
    obey: undefined,
  };
}

/** Simulates firmware that sometimes leaves out the offset. */
const saysOffset = ({ number }: Held) => number % 5 > 0;

const dateTimeOf = (event: Held, offset: number): string =>
  saysOffset(event) ? timestamp(event.shown, offset) : event.shown.replace(' ', 'T');

function asSent(
  alert: object,
  number: number,
  post: (body: string | Buffer, contentType: string) => WireRequest,
  faults: ReadonlySet<Fault>,
): WireRequest {
  const json = JSON.stringify(alert);
  if (faults.has('odd-boundary') && number % 4 === 1)
    return pick(
      [
        post(multipart(json), 'multipart/form-data; boundary=mime_boundary'),
        post(multipart(json).replaceAll('\r\n', '\n'), 'multipart/form-data; boundary=MIME_boundary'),
        post(json.concat('\r\n--SomeOtherBoundary--\r\n'), 'multipart/form-data; boundary=MIME_boundary'),
      ],
      Math.floor(number / 4),
    );
  if (faults.has('templates') || number % 4 === 1)
    return post(multipart(json), 'multipart/form-data; boundary=MIME_boundary');
  if (number % 4 === 2) return post(faults.has('odd-xml') ? oddXml(alert) : asXml(alert), 'application/xml');
  return post(json, 'application/json');
}

function multipart(json: string): string {
  return [
    '--MIME_boundary',
    'Content-Disposition: form-data; name="event_log"',
    '',
    json,
    '--MIME_boundary',
    'Content-Disposition: form-data; name="Picture"; filename="Picture.jpg"',
    'Content-Type: image/jpeg',
    'Content-ID: pictureImage',
    '',
    `${pictureBytes}--MIME\r\n${pictureBytes}`,
    '--MIME_boundary--',
    '',
  ].join('\r\n');
}

function asXml(alert: object): string {
  const elements = (value: object): string =>
    Object.entries(value)
      .map(([name, each]) => `<${name}>${typeof each === 'object' && each ? elements(each) : String(each)}</${name}>`)
      .join('');
  const schema = 'version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema"';
  return `<?xml version="1.0" encoding="UTF-8"?><EventNotificationAlert ${schema}>${elements(alert)}</EventNotificationAlert>`;
}

const oddXml = (alert: object): string =>
  asXml(alert)
    .replace('<dateTime>', '<!-- sent twice --><dateTime>')
    .replace(/(?<=EventType>)\d+/g, (digits) => `0x${Number(digits).toString(16)}`);
