// How the tables that ZKTeco devices send are read, in every form seen so far.

import { describe, expect, test } from 'vitest';
import { zktecoDriver } from '../../../../../server/features/devices/drivers/zkteco/zktecoDriver.ts';
import { deviceContext, deviceRequest } from '../../../../support/devices/devices.ts';

const upload = (table: string, body: string | Buffer) =>
  zktecoDriver.parse(deviceRequest(`POST /iclock/cdata?SN=1&table=${table}`, body), deviceContext());

const punch = {
  number: null,
  isNumberExtra: true,
  offsetMinutes: null,
  kind: 'ATTLOG',
  reader: '',
  passed: 'yes',
  isReplay: false,
  problem: '',
};

/** The only fact of a body with one line. */
function factOf(table: string, line: string) {
  const { facts } = upload(table, line);
  expect(facts).toHaveLength(1);
  return facts[0];
}

describe('ATTLOG', () => {
  test('is read as captured', () => {
    const body = '1156\t2024-08-05 12:40:57\t1\t1\t\t0\t0\t\n';
    expect(Buffer.byteLength(body)).toBe(35);
    const heard = upload('ATTLOG&Stamp=9999', body);
    expect(heard.answer).toEqual({ status: 200, body: 'OK: 1', contentType: 'text/plain' });
    expect(heard.facts).toEqual([
      {
        ...punch,
        code: '1156',
        localTime: '2024-08-05 12:40:57',
        direction: '1',
        meaning: 'out',
        verify: '1',
        raw: '1156\t2024-08-05 12:40:57\t1\t1\t\t0\t0',
      },
    ]);
  });

  test('may be short, and the same again says the same', () => {
    const body = '1001\t2026-08-20 09:15:00\t0\t1\n1002\t2026-08-20 09:16:30\t1\t15\n';
    const heard = upload('ATTLOG', body);
    expect(heard.answer.body).toBe('OK: 2');
    expect(heard.facts).toMatchObject([
      { ...punch, code: '1001', localTime: '2026-08-20 09:15:00', direction: '0', meaning: 'in', verify: '1' },
      { ...punch, code: '1002', localTime: '2026-08-20 09:16:30', direction: '1', meaning: 'out', verify: '15' },
    ]);
    expect(upload('ATTLOG', body)).toEqual(heard);
  });

  test('may end its lines with CR and LF, and leading zeros count', () => {
    const fact = factOf('attlog', '00042\t2026-08-20 17:02:11\r\n');
    expect(fact).toMatchObject({ ...punch, code: '00042', localTime: '2026-08-20 17:02:11', direction: '' });
    expect(fact?.meaning).toBeUndefined();
  });

  test('takes every line: one that cannot be read never fails the others', () => {
    const heard = upload(
      'ATTLOG',
      '1001\t2026-08-20 09:15:00\t0\t1\ngarbage\n1002\tnot-a-time\t0\t1\n1003\t2026-02-30 09:15:00\t0\t1\n',
    );
    expect(heard.answer).toMatchObject({ status: 200, body: 'OK: 4' });
    expect(heard.facts.map(({ code, localTime, passed, problem }) => [code, localTime, passed, problem])).toEqual([
      ['1001', '2026-08-20 09:15:00', 'yes', ''],
      ['', '', 'unknown', 'This line is not a punch'],
      ['1002', '', 'unknown', 'Its time cannot be read'],
      ['1003', '', 'unknown', 'Its time cannot be read'],
    ]);
    // Only the shape of unreadable text is kept, since it could be a card or a name.
    expect(heard.facts.map(({ raw }) => raw).slice(1, 3)).toEqual(['aaaaaaa', '9999\taaa-a-aaaa\t9\t9']);
  });

  test.each([
    ['0', 'in'],
    ['1', 'out'],
    ['2', 'out'],
    ['3', 'in'],
    ['4', 'in'],
    ['5', 'out'],
    ['255', undefined],
    ['', undefined],
  ])('reads the status %s as %s', (status, meaning) => {
    const fact = factOf('ATTLOG', `77\t2026-08-20 08:59:59\t${status}\t15\t0\t0\t0\n`);
    expect(fact).toMatchObject({ direction: status, verify: '15', meaning });
  });

  test('uses the offset that newer firmware sends', () => {
    const fact = factOf('ATTLOG', '77\t2026-08-20 08:59:59\t0\t15\t\t0\t0\t0\t36.6\t0\t28800\teyJhIjoxfQ==\n');
    expect(fact).toMatchObject({ localTime: '2026-08-20 08:59:59', offsetMinutes: 480 });
    expect(fact?.raw).toBe('77\t2026-08-20 08:59:59\t0\t15\t\t0\t0\t\t\t\t28800');
  });

  test('reads a clock that lost its power as it stands', () => {
    expect(factOf('ATTLOG', '77\t2000-01-01 00:03:11\t0\t1\n')).toMatchObject({ localTime: '2000-01-01 00:03:11' });
  });

  const same = {
    ...punch,
    code: '1156',
    localTime: '2024-08-05 12:40:57',
    direction: '1',
    meaning: 'out',
    verify: '4',
  };
  test.each([
    ['runs of spaces', '1156   2024-08-05 12:40:57  1   4\n'],
    ['the name of the table', 'ATTLOG\t1156\t2024-08-05 12:40:57\t1\t4\n'],
    ['keys', 'PIN=1156\tDateTime=2024-08-05 12:40:57\tStatus=1\tVerify=4\n'],
    ['a space before', ' 1156\t2024-08-05 12:40:57\t1\t4\n'],
    ['another form of the time', '1156\t2024/08/05T12:40:57\t1\t4\n'],
  ])('may have %s', (_, line) => {
    expect(factOf('ATTLOG', line)).toMatchObject(same);
  });

  test('may count seconds since 1970', () => {
    expect(factOf('ATTLOG', '1156\t1722861657\t1\t4\n')).toMatchObject({ ...same, offsetMinutes: 0 });
  });

  test('may come in an encoding of its own', () => {
    const line = Buffer.from('1156\t2024-08-05 12:40:57\t1\t4\t\xb9\xa4\n', 'latin1');
    expect(upload('ATTLOG', line).facts).toMatchObject([same]);
  });

  test('keeps at most 1,000 unreadable lines of one request, and says so', () => {
    const heard = upload('ATTLOG', `1001\t2026-08-20 09:15:00\t0\t1\n${'x\n'.repeat(5_000)}`);
    expect([heard.answer.body, heard.facts.length]).toEqual(['OK: 5001', 1_001]);
    expect(heard.notes).toMatchObject([{ kind: 'unhandled', sentence: expect.stringContaining('4000 more lines') }]);
  });
});

describe('OPERLOG', () => {
  test('is taken, and what matters about the device becomes a note', () => {
    const lines = [0, 1, 3, 5, 13, 21, 22, 23, 30, 6, 70, 82, 83, 105].map(
      (code) => `OPLOG ${code}\t0\t2024-08-05 12:48:25\t1160\t0\t0\t0\n`,
    );
    const heard = upload('OPERLOG&OpStamp=9999', lines.join(''));
    expect(heard.answer.body).toBe('OK: 14');
    expect(heard.facts).toEqual([]);
    expect(heard.notes.map(({ kind }) => kind)).toEqual([
      'started',
      'stopped',
      'alarm',
      'settings_changed',
      'memory_cleared',
      'clock_set',
      'settings_changed',
      'memory_cleared',
      'server_changed',
      'server_changed',
      'memory_cleared',
    ]);
    expect(heard.notes[0]).toEqual({
      kind: 'started',
      sentence: 'The device started, at 2024-08-05 12:48:25 by its own clock.',
      isDated: true,
      raw: 'OPLOG 0 2024-08-05 12:48:25',
    });
  });

  test('is not noted for what happened before the device first called, unless its clock had stopped', () => {
    const cleared = (time: string) => `OPLOG 13\t0\t${time}\t0\t0\t0\t0\n`;
    const history = [cleared('2024-07-31 23:59:59'), cleared('2000-01-01 00:02:00'), cleared('2024-08-01 00:00:00')];
    const heard = upload('OPERLOG', history.join(''));
    expect(heard.answer.body).toBe('OK: 3');
    expect(heard.notes.map(({ raw }) => raw)).toEqual(['OPLOG 13 2000-01-01 00:02:00', 'OPLOG 13 2024-08-01 00:00:00']);
    expect(heard.notes.map(({ isDated }) => isDated)).toEqual([false, true]);
  });

  test('among punches costs none of them', () => {
    const started = 'OPLOG 0\t0\t2026-08-20 07:00:00\t0\t0\t0\t0\n';
    const punches = '1001\t2026-08-20 09:15:00\t0\t1\n1002\t2026-08-20 09:16:30\t1\t1\n';
    for (const table of ['ATTLOG', '']) {
      const heard = upload(table, started + punches);
      expect(heard.answer.body).toBe('OK: 3');
      expect(heard.facts).toMatchObject([
        { code: '1001', problem: '' },
        { code: '1002', problem: '' },
      ]);
      expect(heard.notes).toMatchObject([{ kind: 'started' }]);
    }
  });

  test('leaves out users, fingerprints and faces', () => {
    const user = 'USER PIN=1160\tName=Isa004\tPri=0\tPasswd=\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=0\tViceCard=\n';
    const finger = `FP PIN=1160\tFID=0\tSize=1608\tValid=1\tTMP=${'Sk5TUzIx'.repeat(200)}\n`;
    expect(upload('OPERLOG', user)).toMatchObject({ answer: { body: 'OK: 1' }, facts: [], notes: [] });
    expect(upload('OPERLOG', finger)).toMatchObject({ answer: { body: 'OK: 1' }, facts: [], notes: [] });
  });
});

describe('other tables', () => {
  test('options tell model, firmware and memory', () => {
    const options = '~DeviceName=K40 Pro,MAC=00:17:61:12:34:56,TransactionCount=71,~MaxAttLogCount=8,FirmVer=Ver 6.60';
    const heard = upload('options', options);
    expect(heard.answer.body).toBe('OK');
    expect(heard.about).toEqual({ model: 'K40 Pro', firmware: 'Ver 6.60', recordsHeld: 71, capacity: 80_000 });
  });

  test.each([
    ['ATTPHOTO', 'OK'],
    ['BIOPHOTO', 'OK'],
    ['ERRORLOG', 'OK'],
    // Sent forever unless the answer counts it.
    ['BIODATA', 'OK: 1'],
    ['IDCARD', 'OK: 1'],
    ['USERINFO', 'OK: 1'],
    ['FACEV7', 'OK: 1'],
  ])('%s is dropped, and only its name kept', (table, acknowledged) => {
    const { answer, facts, notes } = upload(table, `FP PIN=1\tTMP=${'A'.repeat(900)}\n`);
    expect([answer.status, answer.body, facts]).toEqual([200, acknowledged, []]);
    expect(notes).toEqual([
      { kind: 'left_out', sentence: `The device sent a table that Rollcall never keeps: ${table}.`, raw: '' },
    ]);
  });

  test('are known by their stamps where the first version of the protocol names no table', () => {
    const send = (stamp: string, body: string | Buffer) =>
      zktecoDriver.parse(deviceRequest(`POST /iclock/cdata?SN=1&${stamp}=82983982`, body), deviceContext());
    const user = 'USER PIN=1\tName=Isa\tPasswd=\tCard=[15CD5B07]\tGrp=1\tTZ=\n';
    expect(send('OpStamp', user)).toMatchObject({ answer: { body: 'OK: 1' }, facts: [], notes: [] });
    expect(send('PhotoStamp', 'PIN=20260820091500-1.jpg\nSN=1\nsize=3\nCMD=uploadphoto\0\xff\xd8')).toMatchObject({
      answer: { body: 'OK' },
      facts: [],
      notes: [{ kind: 'left_out' }],
    });
    expect(send('Stamp', '1\t2026-08-20 09:15:00\t0\t1\t0\t0\n')).toMatchObject({
      answer: { body: 'OK: 1' },
      facts: [{ code: '1', problem: '' }],
      notes: [],
    });
  });

  test('one that nobody described is taken, and named', () => {
    const { answer, facts, notes } = upload('anything', `FP PIN=1\tTMP=${'A'.repeat(900)}\n`);
    expect([answer.status, answer.body, facts]).toEqual([200, 'OK: 1', []]);
    const sentence = 'The device sent a table that Rollcall does not read: ANYTHING. Nothing of it was kept.';
    expect(notes).toEqual([{ kind: 'unhandled', sentence, raw: '' }]);
  });

  test('data of users is counted as the device counts it', () => {
    const heard = upload(
      'tabledata&tablename=user&count=3',
      'user uid=1\tpin=1\nuser uid=2\tpin=2\nuser uid=3\tpin=3\n',
    );
    expect(heard).toMatchObject({ answer: { status: 200, body: 'user=3' }, facts: [], notes: [{ kind: 'left_out' }] });
    expect(upload('tabledata&tablename=mulcarduser', 'a\nb\n').answer.body).toBe('mulcarduser=2');
    expect(upload('tabledata&tablename=DeviceAuthorize&count=1', 'SN=1\tOnline=1\n')).toMatchObject({
      answer: { body: 'DeviceAuthorize=1' },
      notes: [{ kind: 'left_out' }],
    });
  });

  test('states of doors and pings say nothing', () => {
    expect(upload('rtstate', 'time=2026-08-20 09:15:32\tsensor=00\n')).toMatchObject({
      answer: { body: 'OK' },
      notes: [],
    });
    const ping = zktecoDriver.parse(deviceRequest('GET /iclock/ping?SN=1'), deviceContext());
    expect(ping).toMatchObject({ answer: { status: 200, body: 'OK' }, facts: [], notes: [] });
  });
});

describe('rtlog', () => {
  const line =
    'time=2026-08-20 09:15:32\tpin=1001\tcardno=4711007\tsitecode=0\tlinkid=0\teventaddr=1\tevent=0\tinoutstatus=0\t' +
    'verifytype=1\tindex=21\r\n';

  test('is read as captured, without the card', () => {
    const heard = upload('rtlog', line);
    expect(heard.answer.body).toBe('OK');
    expect(heard.facts).toMatchObject([
      {
        number: 21,
        code: '1001',
        localTime: '2026-08-20 09:15:32',
        offsetMinutes: null,
        kind: 'rtlog 0',
        direction: '0',
        meaning: 'in',
        reader: '1',
        verify: '1',
        passed: 'yes',
        problem: '',
      },
    ]);
    expect(heard.facts[0]?.raw).not.toMatch(/cardno|4711007/);
  });

  test('may have its words in any order', () => {
    const turned = `${line.trim().split('\t').reverse().join('\t')}\n`;
    expect({ ...factOf('rtlog', turned), raw: '' }).toEqual({ ...factOf('rtlog', line), raw: '' });
  });

  test('is about nobody where the PIN is 0', () => {
    const door = line.replace('pin=1001', 'pin=0').replace('event=0', 'event=27');
    expect(factOf('rtlog', door)).toMatchObject({ code: '', passed: 'no', kind: 'rtlog 27', problem: '' });
  });

  test.each([
    ['0', 'yes'],
    ['207', 'yes'],
    ['208', 'yes'],
    ['232', 'yes'],
    ['21', 'no'],
    ['23', 'no'],
    ['34', 'no'],
    ['61', 'no'],
    // The door may need another person to open.
    ['26', 'unknown'],
    // The door opens under duress.
    ['103', 'unknown'],
    ['4001', 'unknown'],
    // A video call, a QR code that is not valid, a memory that is nearly full.
    ['4009', 'no'],
    ['5021', 'no'],
    ['5999', 'no'],
    ['6005', 'no'],
    ['6001', 'unknown'],
  ])('says by its code %s whether the person passed: %s', (code, passed) => {
    const fact = factOf('rtlog', line.replace('event=0', `event=${code}`).replace('inoutstatus=0', 'inoutstatus=1'));
    expect(fact).toMatchObject({ code: '1001', passed, kind: `rtlog ${code}`, meaning: 'out' });
    expect(zktecoDriver.passedBy(`rtlog ${code}`)).toBe(passed);
  });

  test('may write how somebody was verified in bits', () => {
    const bits = line.replace('verifytype=1', 'verifytype=0000000000000010');
    expect(factOf('rtlog', bits)?.verify).toBe('0000000000000010');
  });

  test('is an unreadable fact without a time, or with an invalid PIN', () => {
    const problem = 'Its person cannot be read';
    expect(factOf('rtlog', line.replace('pin=1001', 'pin=a b'))).toMatchObject({ code: '', number: 21, problem });
    expect(factOf('rtlog', 'pin=1001\tindex=4\n')).toMatchObject({ number: 4, problem: 'Its time cannot be read' });
  });
});
