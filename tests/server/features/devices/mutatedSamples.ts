// Requests of each kind of device, to be mutated, with secrets that must never reappear.

import type { DeviceRequest } from '../../../../server/features/devices/drivers/driver.ts';
import { deviceRequest } from '../../../support/devices/devices.ts';
import {
  doorEvent,
  facePunch,
  jsonPart,
  multipartType,
  punch,
  withPicture,
  xmlPunch,
} from './drivers/hikvision/alertBodies.ts';
import { event } from './drivers/json/jsonMapping.ts';

export type MutatedKind = 'zkteco' | 'hikvision' | 'json';
type Samples = readonly [DeviceRequest, ...DeviceRequest[]];

const card = '8811223344';
const password = '918273645';
const template = 'Sk5TUzIxAAAD'.repeat(30);
export const sampleSecrets: readonly string[] = [card, password, template.slice(0, 40), 'Hexadecima', '0099887766'];

const attlog = '1156\t2026-08-19 12:40:57\t1\t1\t\t0\t0\t\n77\t2026-08-20 08:59:59\t0\t15\t\t0\t0\t0\t0\t0\t28800\t\n';
const users =
  `USER PIN=1160\tName=Hexadecima\tPri=0\tPasswd=${password}\tCard=${card}\tGrp=1\n` +
  `FP PIN=1160\tFID=0\tSize=1608\tValid=1\tTMP=${template}\nOPLOG 13\t0\t2026-08-19 12:48:25\t1160\t0\t0\t0\n`;
const rtlog = `time=2026-08-20 09:15:32\tpin=1001\tcardno=${card}\teventaddr=1\tevent=0\tinoutstatus=0\tindex=21\r\n`;

function terminal(serial: string): Samples {
  const call = (text: string, body = '') => {
    const [address = '', query = ''] = text.split('?');
    return deviceRequest(`${address}?SN=${serial}&${query}`, body);
  };
  return [
    call('POST /iclock/cdata?table=ATTLOG&Stamp=9999', attlog),
    call('GET /iclock/cdata?options=all&language=73&pushver=2.4.0'),
    call('GET /iclock/cdata?options=all&pushver=3.1.2&DeviceType=acc'),
    call('GET /iclock/getrequest?INFO=Ver%202.0.12-20150625,3,5,1284,192.168.1.201'),
    call('POST /iclock/registry?', `~DeviceName=BioFace A1,FirmVer=Ver 8,DeviceType=acc,ComPwd=${password}`),
    call('POST /iclock/devicecmd?', 'ID=7&Return=0&CMD=VERIFY SUM&AttlogSum=123\n'),
    call('POST /iclock/cdata?table=OPERLOG', users),
    call('POST /iclock/cdata?table=BIODATA', `BIODATA Pin=1160\tNo=0\tTmp=${template}\n`),
    call('POST /iclock/cdata?table=rtlog', rtlog),
    call('POST /iclock/cdata?table=tabledata&tablename=user&count=3', users),
  ];
}

const alerts: Samples = [
  deviceRequest('POST ', punch, 'application/json'),
  deviceRequest('POST ', doorEvent, 'application/json'),
  deviceRequest('POST ', `{"EventNotificationAlert":${facePunch}}`, ''),
  deviceRequest('POST ', xmlPunch, 'application/xml'),
  deviceRequest('POST ', withPicture(jsonPart, punch), multipartType),
  deviceRequest('POST ', '{"eventType":"heartBeat","eventState":"active"}', 'application/json'),
];

const messages: Samples = [
  deviceRequest('POST ', JSON.stringify({ data: { list: [event, event] } }), 'application/json'),
  deviceRequest('POST ', JSON.stringify({ data: { list: event }, token: card }), 'application/json'),
  deviceRequest('POST ', JSON.stringify({ photo: template, data: { list: [] } }), 'application/json'),
];

export function samplesOf(kind: MutatedKind, prefix: string): Samples {
  if (kind === 'zkteco') return terminal(`${prefix}87654321`);
  return kind === 'hikvision' ? alerts : messages;
}
