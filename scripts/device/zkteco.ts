// ZKTeco's push protocol: an attendance terminal sends ATTLOG, an access controller rtlog.

import { gzipSync } from 'node:zlib';
import type { WireRequest } from './connection.ts';
import type { Fault } from './faults.ts';
import type { Held, Memory } from './memory.ts';
import { type Identity, type PlayedKind, type Protocol, pick, type SendContext, usualSerial } from './protocol.ts';

const statuses = { in: ['0', '3', '4'], out: ['1', '2', '5'], none: ['255', '', '255'] } as const;

const secretBytes = {
  template: 'Sk5TUzIxAAADzs0ECAUHCc7QAAAbz2kBAAAAg6kTSpUcP',
  password: 'pass-271828',
  card: '3141592653',
};

export const zkteco: PlayedKind = {
  kind: 'zkteco',
  serial: usualSerial,
  protocol: (identity) => zktecoProtocol(identity, false),
  secrets: Object.values(secretBytes),
};
export const zktecoAccess: PlayedKind = { ...zkteco, protocol: (identity) => zktecoProtocol(identity, true) };

const accessFirmware = 'Ver 8.0.1.3-20151229';
const aboutAccess = `~DeviceName=inBio 260,FirmVer=${accessFirmware}`;

function zktecoProtocol(identity: Identity, isAccess: boolean): Protocol {
  const { faults, serial } = identity;
  const name = faults.has('lower-case') ? `sn=${serial.toLowerCase()}` : `SN=${serial}`;
  const address = (endpoint: string, query = '') => {
    const path = faults.has('aspx') ? `${endpoint.replace('getrequest', 'getRequest')}.aspx` : endpoint;
    return `${faults.has('doubled-path') ? '//iclock/iclock' : '/iclock'}/${path}?${name}${query}`;
  };
  const get = (endpoint: string, query = ''): WireRequest => ({
    method: 'GET',
    path: address(endpoint, query),
    namesServer: faults.has('whole-address'),
  });
  const post = (endpoint: string, query: string, body: string): WireRequest => ({
    ...get(endpoint, query),
    method: 'POST',
    body: faults.has('packed') ? gzipSync(body) : body,
    ...(faults.has('packed') && { headers: { 'Content-Encoding': 'gzip' } }),
  });
  let batches = 0;

  function batch(events: readonly Held[], context: SendContext): WireRequest {
    batches++;
    const speaksAsAccess = faults.has('two-protocols') && batches > 1 ? !isAccess : isAccess;
    const lines = events.map((event) => (speaksAsAccess ? rtlogLine(event, faults) : attlogLine(event, faults)));
    if (faults.has('garbage')) lines.splice(context.chance.whole(0, lines.length), 0, garbage(context));
    const body = lines.join('');
    if (speaksAsAccess)
      return context.isReplay ? fromMemory(transactionRows(events, faults)) : post('cdata', '&table=rtlog', body);
    if (faults.has('form') && batches % 2 === 0) return post('cdata', '', `table=ATTLOG&Stamp=9999&data=${body}`);
    if (faults.has('no-table') && batches % 3 === 0) return post('cdata', '', body);
    return post('cdata', '&table=ATTLOG&Stamp=9999', body);
  }

  function fromMemory(rows: string): WireRequest {
    const table = batches % 2 === 0 ? '&table=transaction' : '&table=tabledata&tablename=transaction';
    return faults.has('memory-tables')
      ? post('cdata', table, rows)
      : post('querydata', '&type=tabledata&tablename=transaction', rows);
  }

  const serialSaid = faults.has('other-serial') ? `,~SerialNumber=${serial}-2` : '';
  const terminalFirmware = faults.has('long-firmware') ? 'ZAM230-NF50VA-1.1.9-OCM-4000-Ver1.0.1' : 'Ver 6.60';
  const firmware = isAccess ? accessFirmware : terminalFirmware;
  const about = isAccess
    ? `DeviceType=acc,${aboutAccess},MachineType=101`
    : `~DeviceName=K40 Pro,FirmVer=${firmware},~MaxAttLogCount=10`;
  const options = about + serialSaid;
  const greeting = isAccess ? '&pushver=3.1.2&DeviceType=acc' : '&language=73&pushver=2.4.0';
  const hello = get('cdata', `&options=all${greeting}`);

  return {
    batchSize: 100,
    handshake: isAccess ? [hello, post('registry', '', options)] : [hello, post('cdata', '&table=options', options)],
    batch,
    saysOffset: () => false,
    opensDoor: (chance) => isAccess && chance.percent(10),
    unasked: () => [
      ...(faults.has('unknown-table') ? [post('cdata', '&table=TEMPERATURE', 'sensor=3\tvalue=21\n')] : []),
      ...(faults.has('asks-time') && isAccess
        ? [get('rtdata', '&type=time'), get('registry'), post('cdata', '&AuthType=device', question)]
        : []),
      ...(faults.has('too-large') ? [post('cdata', '&table=ATTLOG', attlogTooLarge)] : []),
      ...(faults.has('templates') ? personal() : []),
    ],
    poll: ({ records }) =>
      get('getrequest', `&INFO=${encodeURIComponent(firmware)},50,0,${records.length},192.168.1.201,10,7,15,0,111`),
    obey(text, memory, at) {
      const [, id = '', command = ''] = /^C:(\w+):(.*)$/.exec(text) ?? [];
      const does = isAccess ? doneByAccess : doneByTerminal;
      const { code, said, resent = [], options } = does(command, memory, at);
      const about = `&type=options&cmdid=${id}&tablename=options&count=1&packcnt=1&packidx=1`;
      const answer = post(
        faults.has('results-at-poll') ? 'getrequest' : 'devicecmd',
        '',
        `ID=${id}&Return=${code}&CMD=${said}\n`,
      );
      const answers = options === undefined ? [answer] : [post('querydata', about, options), answer];
      return { answers, resent, startsAgain: command === 'CHECK' };
    },
  };

  function personal(): WireRequest[] {
    return [
      post(
        'cdata',
        '&table=OPERLOG&OpStamp=9999',
        `OPLOG 0\t0\t2026-08-05 12:48:25\t0\t0\t0\t0\nUSER PIN=1\tName=Isa\tPri=0\tPasswd=${secretBytes.password}\tCard=${secretBytes.card}\n` +
          `FP PIN=1\tFID=0\tSize=45\tValid=1\tTMP=${secretBytes.template}\n`,
      ),
      post('cdata', '&table=BIODATA', `BIODATA Pin=1\tNo=0\tTmp=${secretBytes.template}\n`),
      post('cdata', '&table=tabledata&tablename=user&count=1', `user uid=1\tcardno=${secretBytes.card}\tpin=1\n`),
      post('fdata', '&table=ATTPHOTO', secretBytes.template.repeat(20)),
    ];
  }
}

const question = 'time=2026-08-05 12:48:25\tpin=1\tcardno=0\taddrtype=2\teventaddr=1\tevent=0\tinoutstatus=0\n';

const attlogTooLarge = '1\t2026-01-01 08:00:00\t0\t1\n'.repeat(100_000);

function attlogLine({ code, shown, key, number }: Held, faults: ReadonlySet<Fault>): string {
  const status = pick(statuses[key], number);
  const inOut = key === 'in' ? 0 : 1;
  const forms: [string, ...string[]] = [
    `${code}\t${shown}\t${status}\t1\t\t0\t0\t\n`,
    `${code}\t${shown}\t${status}\t15\r\n`,
    `${code}\t${shown}\t${status}\t1\t0\t0\t0\t0\t0\t0\t\t\n`,
  ];
  if (faults.has('counter')) forms.push(`${code}\t${shown}\t${status}\t15\t0\t0\t0\t0\t0\t0\t${number}\n`);
  if (faults.has('card')) forms.push(`${code}\t${secretBytes.card}\t${shown}\t${status}\t1\n`);
  if (faults.has('keys') && key !== 'none')
    forms.push(`time=${shown}\tpin=${code}\tcardno=${secretBytes.card}\tinoutstatus=${inOut}\tverifytype=4\n`);
  return pick(forms, number);
}

/** By card, through an open door, by fingerprint, by several people, and by a superuser. */
const passedCodes = [0, 1, 14, 3, 208] as const;

const inOutState = { in: '0', out: '1', none: '2' } as const;

/** Returns 0 for events of which only the card is known. */
const pinIn = ({ code, number }: Held, faults: ReadonlySet<Fault>): string =>
  code === '' || (faults.has('card-alone') && number % 3 === 0) ? '0' : code;

function rtlogLine(event: Held, faults: ReadonlySet<Fault>): string {
  const { code, shown, key, number } = event;
  const words = [
    `time=${shown}`,
    `pin=${pinIn(event, faults)}`,
    `cardno=${secretBytes.card}`,
    'sitecode=0',
    'linkid=0',
    `eventaddr=${key === 'out' ? 2 : 1}`,
    `event=${code ? pick(passedCodes, number) : 200}`,
    `inoutstatus=${inOutState[key]}`,
    'verifytype=1',
    `index=${number}`,
  ];
  return `${(number % 2 ? words : words.reverse()).join(faults.has('commas') ? ',' : '\t')}\r\n`;
}

/** Formats the same events as read from memory. */
function transactionRows(events: readonly Held[], faults: ReadonlySet<Fault>): string {
  const rows = events.map((event) => transactionRow(event, faults));
  if (!faults.has('commas'))
    return rows.map((row) => `transaction ${row.map((pair) => pair.join('=')).join('\t')}\n`).join('');
  const names = rows[0]?.map(([name]) => name) ?? [];
  return [names, ...rows.map((row) => row.map(([, value]) => value))].map((cells) => `${cells.join(',')}\n`).join('');
}

function transactionRow(event: Held, faults: ReadonlySet<Fault>): [string, string | number][] {
  const { code, shown, key, number } = event;
  const [date, time] = [shown.slice(0, 10).split('-').map(Number), shown.slice(11).split(':').map(Number)];
  const days = ((date[0] ?? 0) - 2000) * 372 + ((date[1] ?? 0) - 1) * 31 + (date[2] ?? 0) - 1;
  return [
    ['cardno', secretBytes.card],
    ['pin', pinIn(event, faults)],
    ['verified', 1],
    ['doorid', key === 'out' ? 2 : 1],
    ['eventtype', code ? pick(passedCodes, number) : 200],
    ['inoutstate', inOutState[key]],
    ['time_second', days * 86_400 + (time[0] ?? 0) * 3_600 + (time[1] ?? 0) * 60 + (time[2] ?? 0)],
    ['index', number],
  ];
}

const garbage = ({ chance }: SendContext): string =>
  chance.pick(['garbage\n', '1002\tnot-a-time\t0\t1\n', '\u0007\u0001\t\t\n', `${'x'.repeat(3_000)}\n`]);

interface Done {
  readonly code: number;
  readonly said: string;
  readonly resent?: readonly Held[];
  /** What it was asked to report about itself. */
  readonly options?: string;
}

/** Returns the period of a command, and the events in it. */
function within(command: string, { records }: Memory) {
  const [, start = '', end = ''] = /StartTime=([\d: -]+)[\t,]EndTime=([\d: -]+)/.exec(command) ?? [];
  return { start, end, held: records.filter(({ shown }) => shown >= start && shown <= end) };
}

function doneByTerminal(command: string, memory: Memory, at: number): Done {
  const { start, end, held } = within(command, memory);
  if (command === 'INFO') {
    const about = `~DeviceName=K40 Pro\nFWVersion=Ver 6.60\nTransactionCount=${memory.records.length}\n~MaxAttLogCount=10`;
    return { code: 0, said: `INFO\n${about}` };
  }
  if (command === 'CHECK') return { code: 0, said: 'CHECK' };
  if (command.startsWith('VERIFY SUM ATTLOG'))
    return { code: 0, said: `VERIFY SUM&StartTime=${start}&EndTime=${end}&AttlogSum=${held.length}` };
  if (command.startsWith('DATA QUERY ATTLOG')) return { code: 0, said: 'DATA', resent: held };
  return doneByClock(command, 'SET OPTION', memory, at) ?? { code: -1002, said: command.split(' ')[0] ?? '' };
}

function doneByAccess(command: string, memory: Memory, at: number): Done {
  const { held } = within(command, memory);
  if (command.startsWith('GET OPTIONS'))
    return { code: 0, said: 'GET OPTIONS', options: `${aboutAccess},TransactionCount=${memory.records.length}` };
  if (command.startsWith('DATA QUERY tablename=transaction,'))
    return { code: held.length, said: 'DATA QUERY', resent: held };
  return doneByClock(command, 'SET OPTIONS', memory, at) ?? { code: -708, said: command.split(' ')[0] ?? '' };
}

function doneByClock(command: string, name: string, memory: Memory, at: number): Done | undefined {
  const [, seconds] = command.startsWith(`${name} `) ? (/DateTime=(\d+)$/.exec(command) ?? []) : [];
  if (seconds === undefined) return undefined;
  memory.setClock(timeOfSeconds(Number(seconds)), at);
  return { code: 0, said: name };
}

/** Decodes a time of the device, in whose calendar all months have 31 days. */
function timeOfSeconds(seconds: number): number {
  const days = Math.floor(seconds / 86_400);
  const months = Math.floor(days / 31);
  return Date.UTC(2000 + Math.floor(months / 12), months % 12, (days % 31) + 1) + (seconds % 86_400) * 1_000;
}
