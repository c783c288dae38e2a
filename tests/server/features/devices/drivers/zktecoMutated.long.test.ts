// 10,000 requests from ZKTeco devices with bytes changed, cut and mixed up: each is answered, nothing grows, and
// nothing secret leaks.

import { expect, test } from 'vitest';
import { linesOf } from '../../../../../server/features/devices/drivers/zkteco/pushRequest.ts';
import { zktecoDriver } from '../../../../../server/features/devices/drivers/zkteco/zktecoDriver.ts';
import { deviceContext, deviceRequest } from '../../../../support/devices/devices.ts';
import { mutatedRequests } from '../../../../support/server/mutatedRequests.ts';

const secrets = { name: 'Wilhelmina', password: '918273', card: '5566778899', template: 'Sk5TUzIxAAAD'.repeat(60) };

const post = (table: string, body: string) =>
  deviceRequest(`POST /iclock/cdata?SN=SERIAL87654321&table=${table}`, body);

const users =
  `USER PIN=1160\tName=${secrets.name}\tPri=0\tPasswd=${secrets.password}\tCard=${secrets.card}\tGrp=1\n` +
  `FP PIN=1160\tFID=0\tSize=1608\tValid=1\tTMP=${secrets.template}\nOPLOG 13\t0\t2024-08-05 12:48:25\t1160\t0\t0\t0\n`;

const rtlog =
  `time=2026-08-20 09:15:32\tpin=1001\tcardno=${secrets.card}\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=1\t` +
  'index=21\r\n';

const attlog = '1156\t2024-08-05 12:40:57\t1\t1\t\t0\t0\t\n77\t2026-08-20 08:59:59\t0\t15\t\t0\t0\t0\t0\t0\t28800\t\n';

const samples = [
  deviceRequest('GET /iclock/cdata?SN=SERIAL87654321&options=all&language=73&pushver=2.4.0&pushcommkey=5f'),
  deviceRequest('GET /iclock/cdata?SN=SERIAL87654321&options=all&pushver=3.1.2&DeviceType=acc'),
  deviceRequest('GET /iclock/getrequest?SN=SERIAL87654321&INFO=Ver%202.0.12-20150625,3,5,1284,192.168.1.201'),
  deviceRequest('POST /iclock/registry?SN=SERIAL87654321', '~DeviceName=BioFace A1,FirmVer=Ver 8,DeviceType=acc'),
  deviceRequest('POST /iclock/devicecmd?SN=SERIAL87654321', 'ID=7&Return=0&CMD=VERIFY SUM&AttlogSum=123\n'),
  deviceRequest('GET /iclock/ping?SN=SERIAL87654321'),
  deviceRequest('POST /iclock/fdata?SN=SERIAL87654321', secrets.template),
  post('ATTLOG&Stamp=9999', attlog),
  post('ATTLOG', 'PIN=1156\tDateTime=2024-08-05 12:40:57\tStatus=1\n00042  1722861657  1\n'),
  post('OPERLOG', users),
  post('BIODATA', `BIODATA Pin=1160\tNo=0\tTmp=${secrets.template}\n`),
  post('rtlog', rtlog),
  post('tabledata&tablename=user&count=3', users),
  post('options', '~DeviceName=K40 Pro,TransactionCount=71,~MaxAttLogCount=8,FirmVer=Ver 6.60'),
] as const;

/** All kept texts, which must be limited and contain no character that a database refuses. */
const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
};

test('10,000 mutated requests are answered, and say no more than they hold', () => {
  const statuses = new Set<number>();
  let facts = 0;
  let index = 0;
  for (const request of mutatedRequests({ samples, seed: 17, count: 10_000 })) {
    const identity = zktecoDriver.identify(request);
    const isApproved = ++index % 4 > 0;
    const heard = zktecoDriver.parse(request, deviceContext({ isApproved, offsetMinutes: 330 }));
    statuses.add(heard.answer.status);
    if (!identity) expect(heard.answer.status).toBe(404);
    const lines = linesOf(request.body.toString('latin1')).length;
    expect(heard.facts.length + heard.notes.length).toBeLessThanOrEqual(lines + 1);
    const kept = texts([heard.facts, heard.notes, heard.about, heard.results]);
    expect(kept.filter((text) => text.length > 512 || /[\u0000-\u0008\u000a-\u001f]/.test(text))).toEqual([]);
    expect(heard.answer.body.length).toBeLessThan(1_000);
    const told = [...kept, identity?.serial ?? ''].join('\n');
    const leaked = [secrets.name, secrets.password, secrets.card, secrets.template.slice(0, 40)].filter((secret) =>
      told.includes(secret),
    );
    expect({ leaked, told: leaked.length > 0 ? told : '' }).toEqual({ leaked: [], told: '' });
    facts += heard.facts.length;
  }
  expect([...statuses].sort()).toEqual([200, 401, 404, 406]);
  expect(facts).toBeGreaterThan(1_000);
});

test('a punch after a million scraps is read, and a note says how many lines were left out', () => {
  const scraps = 'x\n'.repeat(1_000_000);
  const { answer, facts, notes } = zktecoDriver.parse(
    post('ATTLOG', `${scraps}1156\t2024-08-05 12:40:57\t1\t1\n`),
    deviceContext(),
  );
  expect(answer.body).toBe('OK: 1000001');
  expect(facts.filter(({ problem }) => problem === '').map(({ code }) => code)).toEqual(['1156']);
  expect(notes.map(({ sentence }) => sentence)).toEqual([expect.stringContaining(' 999000 more lines ')]);
});

test('a body of 2 MiB in one line, or of lines only, is read at once', () => {
  const size = 2 * 1024 * 1024;
  for (const piece of ['a', ' ', 'a=', 'a\t', '\n', 'x\n', '1\t2026-08-20 09:15:00\t0\n']) {
    const body = piece.repeat(size / piece.length);
    for (const table of ['ATTLOG', 'OPERLOG', 'rtlog', 'options']) {
      const { answer, facts } = zktecoDriver.parse(post(table, body), deviceContext());
      expect([piece, table, answer.status]).toEqual([piece, table, 200]);
      expect(facts.length).toBeLessThan(150_000);
    }
  }
});
