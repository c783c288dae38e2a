// The answers to ZKTeco devices that shake hands, register and poll, byte for byte.

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DeviceContext } from '../../../../../server/features/devices/drivers/driver.ts';
import { commandTextOf, zktecoDriver } from '../../../../../server/features/devices/drivers/zkteco/zktecoDriver.ts';
import { deviceContext, deviceRequest } from '../../../../support/devices/devices.ts';

const serial = 'ESY4241100079';
const handshake = `GET /iclock/cdata?SN=${serial}&options=all&language=73&pushver=2.4.0`;
const accessHandshake = `GET /iclock/cdata?SN=${serial}&options=all&pushver=3.1.2&DeviceType=acc&PushOptionsFlag=1`;

const hear = (call: string, context: Partial<DeviceContext> = {}, body = '') =>
  zktecoDriver.parse(deviceRequest(call, body), deviceContext(context));
const identify = (call: string, body = '') => zktecoDriver.identify(deviceRequest(call, body));

describe('the handshake of an attendance terminal', () => {
  test('is the one that devices in the field accept, but for users and photos, which are never asked for', () => {
    const { status, body, contentType } = hear(handshake).answer;
    expect([status, contentType]).toEqual([200, 'text/plain']);
    expect(body).toContain('\nTransFlag=1100000000\n');
    const known = body.replace('TransFlag=1100000000', 'TransFlag=1111000000');
    expect(known).toHaveLength(202);
    expect(createHash('sha256').update(known).digest('hex')).toBe(
      'd412946d1b53bdf811b9d72af25075651232f62d4deec76e73a872c69adb8f7b',
    );
  });

  test('asks for all that the device holds once, and otherwise for what is new', () => {
    const first = hear(handshake, { wantsAll: true });
    expect(first.answer.body).toContain('\nATTLOGStamp=None\n');
    expect(first.asksForAll).toBe(true);
    const later = hear(handshake);
    expect(later.answer.body).toContain('\nATTLOGStamp=9999\n');
    expect(later).not.toHaveProperty('asksForAll');
  });

  test('names stamps as the first version of the protocol does for a device that tells no version', () => {
    const old = `GET /iclock/cdata?SN=${serial}&options=all`;
    const told = (wantsAll: boolean) => hear(old, { wantsAll }).answer.body.split('\n').slice(0, 5);
    const rest = ['OpStamp=9999', 'PhotoStamp=9999', 'ErrorDelay=30'];
    expect(told(true)).toEqual([`GET OPTION FROM: ${serial}`, 'Stamp=0', ...rest]);
    expect(told(false)).toEqual([`GET OPTION FROM: ${serial}`, 'Stamp=9999', ...rest]);
  });

  const zoneOf = (offsetMinutes: number, halfHours: DeviceContext['halfHours'] = 'nothing') => {
    const { answer, about } = hear(handshake, { offsetMinutes, halfHours });
    return [/^TimeZone=.*$/m.exec(answer.body)?.[0], about.toldOffset];
  };

  test('tells whole hours, whatever the rule for half ones', () => {
    expect(zoneOf(480)).toEqual(['TimeZone=8', 480]);
    expect(zoneOf(-300, 'signed')).toEqual(['TimeZone=-5', -300]);
    expect(zoneOf(0)).toEqual(['TimeZone=0', 0]);
  });

  test('tells half hours as this device reads them, by default not at all', () => {
    expect(zoneOf(330)).toEqual([undefined, undefined]);
    expect(zoneOf(330, 'hours')).toEqual(['TimeZone=5.5', 330]);
    expect(zoneOf(345, 'minutes')).toEqual(['TimeZone=345', 345]);
    expect(zoneOf(330, 'signed')).toEqual(['TimeZone=+05:30', 330]);
    expect(zoneOf(-210, 'signed')).toEqual(['TimeZone=-03:30', -210]);
  });

  test('repeats the serial number as the device writes it, and knows it in upper case', () => {
    const lower = handshake.replace(`SN=${serial}`, `sn=${serial.toLowerCase()}`).replace('cdata', 'CData.aspx');
    expect(hear(lower).answer.body).toMatch(/^GET OPTION FROM: esy4241100079\n/);
    expect(identify(lower)).toEqual({ serial });
  });

  test('names the key of the device', () => {
    const call = 'GET /iclock/cdata?SN=0316144680030&options=all&pushver=2.2.14&pushcommkey=4a5b&DeviceType=att';
    expect(identify(call)).toEqual({ serial: '0316144680030', key: '4a5b', isAccessDevice: false });
  });

  test('tells the time at the place of the device', () => {
    const call = `GET /iclock/cdata?SN=${serial}&type=time`;
    expect(hear(call, { offsetMinutes: 330 }).answer.body).toBe('Time=2026-08-20T14:45:32+05:30');
    expect(hear(call, { offsetMinutes: -60 }).answer.body).toBe('Time=2026-08-20T08:15:32-01:00');
  });
});

/** A version below 3.1.1 keeps devices from encrypting. Users are never requested. */
const settings = `ServerVersion=3.0.1
ServerName=ADMS
PushProtVer=3.0.1
PushVersion=3.0.1
ErrorDelay=30
RequestDelay=10
TransTimes=00:00;14:05
TransInterval=1
TransTables=Transaction
Realtime=1
SessionID=0123456789abcdef0123456789abcdef
TimeoutSec=10`;

const registration =
  'DeviceType=acc,~DeviceName=BioFace A1,FirmVer=Ver 8.0.1.3-20151229,PushVersion=Ver 2.0.22-20161201,' +
  'CommType=ethernet,MaxPackageSize=2048000,LockCount=1,MachineType=101,FaceFunOn=1,FingerFunOn=1';

describe('an access controller', () => {
  test('is told 14 lines when it shakes hands', () => {
    expect(hear(accessHandshake).answer.body).toBe(`registry=ok\nRegistryCode=Uy47fxftP3\n${settings}`);
    expect(hear(handshake, { isAccessDevice: true }).answer.body).toMatch(/^registry=ok\n/);
  });

  test('registers for a code of its own, without a newline', () => {
    const heard = hear(`POST /iclock/registry?SN=${serial}`, {}, registration);
    expect(heard.answer).toEqual({ status: 200, body: 'RegistryCode=Uy47fxftP3', contentType: 'text/plain' });
    expect(heard.answer.body).toHaveLength(23);
    expect(heard.about).toEqual({ model: 'BioFace A1', firmware: 'Ver 8.0.1.3-20151229' });
  });

  test.each(['GET', 'POST'])('is told the 12 lines of a push by %s', (method) => {
    expect(hear(`${method} /iclock/push?SN=${serial}`).answer.body).toBe(settings);
  });

  test('shows by its type or its calls, never by the version of the protocol', () => {
    expect(identify(accessHandshake)?.isAccessDevice).toBe(true);
    expect(identify(`POST /iclock/registry?SN=${serial}`)?.isAccessDevice).toBe(true);
    expect(identify(`GET /iclock/push?SN=${serial}`)?.isAccessDevice).toBe(true);
    expect(identify(`POST /iclock/cdata?SN=${serial}&table=rtlog`)?.isAccessDevice).toBe(true);
    expect(identify(`POST /iclock/cdata?SN=${serial}&table=options`, 'DeviceType=acc')?.isAccessDevice).toBe(true);
    expect(identify(`GET /iclock/cdata?SN=${serial}&options=all&pushver=3.1.2`)).toEqual({ serial });
    expect(identify(`POST /iclock/cdata?SN=${serial}&table=ATTLOG`)?.isAccessDevice).toBe(false);
    expect(identify(`POST /iclock/registry?SN=${serial}`, 'DeviceType=att')?.isAccessDevice).toBe(false);
  });
});

describe('a device that nobody approved', () => {
  const waiting = { isApproved: false };

  test('is refused, so that it keeps its events, and says what it offered', () => {
    const lines = '1001\t2026-08-20 09:15:00\t0\t1\n\n1002\t2026-08-20 09:16:30\t1\t15\n';
    const { answer, facts, about } = hear(`POST /iclock/cdata?SN=${serial}&table=ATTLOG`, waiting, lines);
    expect(answer).toMatchObject({ status: 401, contentType: 'text/plain' });
    expect(facts).toEqual([]);
    expect(about).toEqual({ eventsOffered: 2 });
  });

  test.each([handshake, accessHandshake, `GET /iclock/push?SN=${serial}`, `GET /iclock/ping?SN=${serial}`])(
    'gets 401 for %s',
    (call) => {
      expect(hear(call, waiting).answer.status).toBe(401);
    },
  );

  test('may not register, and shows its model', () => {
    const heard = hear(`POST /iclock/registry?SN=${serial}`, waiting, registration);
    expect(heard.answer).toEqual({ status: 406, body: '', contentType: 'text/plain' });
    expect(heard.about).toEqual({ model: 'BioFace A1', firmware: 'Ver 8.0.1.3-20151229' });
  });

  test('gets no commands, and shows what it holds', () => {
    const call = `GET /iclock/getrequest?SN=${serial}&INFO=Ver%202.0.12-20150625,3,5,1284,192.168.1.201,10,7,15,0,111`;
    const heard = hear(call, { ...waiting, commands: [{ id: 7, text: 'INFO' }] });
    expect([heard.answer.status, heard.commandIds]).toEqual([401, []]);
    expect(heard.about).toEqual({ firmware: 'Ver 2.0.12-20150625', recordsHeld: 1284 });
  });
});

describe('a poll', () => {
  const poll = `GET /iclock/getrequest?SN=${serial}`;

  test('says what the device holds, and is answered OK while nothing waits', () => {
    const heard = hear(`${poll}&INFO=Ver%202.0.12-20150625,3,5,1284,192.168.1.201,10,7,15,0,111`);
    expect(heard.answer.body).toBe('OK');
    expect(heard.about).toEqual({ firmware: 'Ver 2.0.12-20150625', recordsHeld: 1284 });
    expect(hear(poll.replace('getrequest', 'getRequest.aspx')).answer.body).toBe('OK');
  });

  test('fetches the commands', () => {
    const text = commandTextOf('count', {
      day: '2026-08-20',
      now: new Date(),
      offsetMinutes: 0,
      isAccessDevice: false,
    });
    const heard = hear(poll, { commands: [{ id: 7, text }] });
    expect(heard.answer.body).toBe(
      'C:7:VERIFY SUM ATTLOG StartTime=2026-08-20 00:00:00\tEndTime=2026-08-20 23:59:59\n',
    );
    expect(heard.commandIds).toEqual([7]);
  });

  test('fetches no more than the device takes at once', () => {
    const many = Array.from({ length: 300 }, (_, id) => ({ id, text: 'CHECK' }));
    expect(hear(poll, { commands: many }).commandIds).toHaveLength(200);
    const large = hear(poll, { commands: many.map(({ id }) => ({ id, text: 'x'.repeat(1_000) })) });
    expect(large.commandIds).toHaveLength(40);
    expect(large.answer.body.length).toBeLessThanOrEqual(40 * 1024);
  });
});

describe('a command', () => {
  const moment = {
    day: '2026-08-20',
    now: new Date('2026-08-20T03:45:32Z'),
    offsetMinutes: 330,
    isAccessDevice: false,
  };

  test('sets the clock to the time at the place, in months of 31 days', () => {
    expect(commandTextOf('set_clock', moment)).toBe('SET OPTION DateTime=856084532');
    const noon = { ...moment, now: new Date('2018-02-20T12:00:00Z'), offsetMinutes: 0 };
    expect(commandTextOf('set_clock', noon)).toBe('SET OPTION DateTime=582897600');
  });

  test('asks for a day again, for what the device is, and to read its options', () => {
    expect(commandTextOf('resend', moment)).toBe(
      'DATA QUERY ATTLOG StartTime=2026-08-20 00:00:00\tEndTime=2026-08-20 23:59:59',
    );
    expect(commandTextOf('resend', { ...moment, isAccessDevice: true })).toBe(
      'DATA QUERY tablename=transaction,fielddesc=*,filter=StartTime=2026-08-20 00:00:00,EndTime=2026-08-20 23:59:59',
    );
    expect([commandTextOf('info', moment), commandTextOf('check', moment)]).toEqual(['INFO', 'CHECK']);
  });

  test('has the form of access controllers for one', () => {
    const access = { ...moment, isAccessDevice: true };
    expect(commandTextOf('set_clock', access)).toBe('SET OPTIONS DateTime=856084532');
    expect(commandTextOf('info', access)).toBe('GET OPTIONS ~DeviceName,FirmVer,TransactionCount,~MaxAttLogCount');
  });
});

describe('an answer to commands', () => {
  const answered = (body: string) => hear(`POST /iclock/devicecmd?SN=${serial}`, {}, body);

  test('brings the count of a day, under both of its names', () => {
    const line =
      'ID=7&Return=0&CMD=VERIFY SUM&StartTime=2026-08-20 00:00:00&EndTime=2026-08-20 23:59:59&AttlogSum=123\n';
    const heard = answered(line);
    expect(heard.answer.body).toBe('OK');
    expect(heard.results).toEqual([{ id: 7, returnCode: 0, answer: '123' }]);
    expect(answered(line.replace('AttlogSum', 'AttlogCount')).results).toEqual(heard.results);
  });

  test('may be several, and may have several lines', () => {
    const several = 'ID=1&Return=0&CMD=DATA\nID=2&Return=-1002&CMD=SET OPTION\n';
    expect(answered(several).results).toEqual([
      { id: 1, returnCode: 0, answer: '' },
      { id: 2, returnCode: -1002, answer: '' },
    ]);
    expect(answered('ID=32\nReturn=0\nCMD=Shell\nContent=ID card\n').results).toEqual([
      { id: 32, returnCode: 0, answer: '' },
    ]);
    expect(answered('ID=x&Return=0\nID=4\nnothing\n').results).toEqual([]);
  });

  test('is none while a part of the device has still to answer', () => {
    expect(answered('ID=7&Return=-5000&CMD=SET OPTIONS\n').results).toEqual([]);
  });

  test('brings model, firmware and memory', () => {
    const info =
      'ID=3&Return=0&CMD=INFO\n~DeviceName=K40 Pro\nFWVersion=Ver 6.60\nTransactionCount=1284\n~MaxAttLogCount=10\n';
    expect(answered(info).about).toEqual({
      model: 'K40 Pro',
      firmware: 'Ver 6.60',
      recordsHeld: 1284,
      capacity: 100_000,
    });
  });
});

describe('requests that no device sends', () => {
  test.each([
    `GET /iclock/exchange?SN=${serial}`,
    `GET /iclock/unknown?SN=${serial}`,
    `GET /iclock/?SN=${serial}`,
    `GET /iclock?SN=${serial}`,
    `GET /iclock/cdata/more?SN=${serial}`,
    `PUT /iclock/cdata?SN=${serial}`,
    `GET /iclock/devicecmd?SN=${serial}`,
    `GET /iclock/querydata?SN=${serial}`,
    'GET /iclock/cdata',
    'GET /iclock/cdata?SN=',
    'GET /iclock/cdata?SN=a%00b',
    `GET /other/cdata?SN=${serial}`,
  ])('%s is not known', (call) => {
    expect(identify(call)).toBeUndefined();
    expect(hear(call).answer.status).toBe(404);
  });
});
