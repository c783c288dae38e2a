// Hikvision's HTTP notification: one event a request, as JSON, XML or multipart with a picture. After each punch comes the
// event of the door, which has a number of its own.

import type { WireRequest } from './connection.ts';
import type { Held } from './memory.ts';
import { type Identity, pick, type Protocol, type SendContext } from './protocol.ts';

const statuses = {
  in: ['checkIn', 'breakIn', 'overtimeIn'],
  out: ['checkOut', 'breakOut', 'overTimeOut'],
  none: ['undefined'],
} as const;

export const pictureBytes = 'JFIF-face-of-somebody-2718281828';

export function hikvisionProtocol({ serial, path, faults }: Identity): Protocol {
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
      dateTime: dateTimeOf(event),
      activePostCount: 1,
      eventType: 'AccessControllerEvent',
      eventState: 'active',
      eventDescription: 'Access Controller Event',
      AccessControllerEvent: {
        deviceName: 'DS-K1T343',
        majorEventType: 5,
        subEventType: door ? 22 : 75,
        ...(!door && { employeeNoString: event.code, name: 'Somebody', cardNo: '2718281828' }),
        cardReaderNo: event.key === 'out' ? 2 : 1,
        serialNo: event.number,
        frontSerialNo: event.number - 1,
        attendanceStatus: pick(statuses[event.key], event.number),
        ...(isReplay && { currentEvent: false }),
      },
    };
  }

  return {
    batchSize: 1,
    handshake: [],
    batch: (events, context) => {
      const [event] = events;
      return event ? asSent(alert(event, context), event.number, post, faults.has('templates')) : post('', '');
    },
    isTaken: ({ status }) => status === 200,
    saysOffset,
    unasked: () => (faults.has('garbage') ? [post('{"eventType": "Acc', 'application/json')] : []),
    poll: () => post(JSON.stringify({ ...header, eventType: 'heartBeat', eventState: 'active' }), 'application/json'),
    answerCommands: undefined,
  };
}

/** Some firmware leaves it out. */
const saysOffset = ({ number }: Held) => number % 5 > 0;

function dateTimeOf(event: Held): string {
  const { shown, offset } = event;
  const local = shown.replace(' ', 'T');
  if (!saysOffset(event)) return local;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

function asSent(
  alert: object,
  number: number,
  post: (body: string | Buffer, contentType: string) => WireRequest,
  hasPicture: boolean,
): WireRequest {
  const json = JSON.stringify(alert);
  if (hasPicture || number % 4 === 1) return post(multipart(json), 'multipart/form-data; boundary=MIME_boundary');
  if (number % 4 === 2) return post(asXml(alert), 'application/xml');
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
