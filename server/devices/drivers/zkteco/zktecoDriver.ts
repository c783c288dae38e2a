// ZKTeco devices that push over HTTP: attendance terminals (ATTLOG) and access controllers (rtlog). They share paths,
// and send a batch again for ever unless it is answered with 200.

import {
  type AboutDevice,
  type DeviceContext,
  type DeviceFact,
  type Driver,
  type Heard,
  type Identity,
  nothingHeard,
  textAnswer,
} from '../driver.ts';
import { aboutByInfo, aboutByOptions, isAccessType, optionsOf } from './aboutDevice.ts';
import { attlogFact } from './attlog.ts';
import { answeredCommands } from './commandResults.ts';
import { accessHandshake, accessSettings, attendanceHandshake, timeAnswer, toldByHandshake } from './handshake.ts';
import { operlogNote } from './operlog.ts';
import { commandsAnswer } from './poll.ts';
import { linesOf, type PushRequest, pushRequest } from './pushRequest.ts';
import { rtlogFact } from './rtlog.ts';

const ok = textAnswer('OK');

/** Of one request. What has more is no log, and would fill the table. */
const mostUnread = 1_000;

export const zktecoDriver: Driver = {
  kind: 'zkteco',
  identify(request) {
    const push = pushRequest(request);
    return push && identityOf(push);
  },
  hear(request, context) {
    const push = pushRequest(request);
    if (!push) return nothingHeard(textAnswer('Not found', 404));
    return context.isApproved ? heard(push, context) : heardOfStranger(push);
  },
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

/** The version of the protocol does not tell: attendance terminals name 3.x, too. */
function isAccess(push: PushRequest): boolean | undefined {
  const type = isAccessType(push.value('DeviceType')) ?? (saysOptions(push) ? typeInOptions(push) : undefined);
  if (type !== undefined) return type;
  if (push.endpoint === 'registry' || push.endpoint === 'push' || push.table === 'rtlog') return true;
  return push.endpoint === 'cdata' && push.method === 'POST' && push.table === 'attlog' ? false : undefined;
}

const saysOptions = ({ endpoint, table }: PushRequest) => endpoint === 'registry' || table === 'options';

const typeInOptions = (push: PushRequest) => isAccessType(optionsOf(push.body()).get('devicetype') ?? '');

/** Nothing is taken before somebody approves it, so its events stay on the device. */
function heardOfStranger(push: PushRequest): Heard {
  const refused = push.endpoint === 'registry' ? textAnswer('', 406) : textAnswer('Not approved yet', 401);
  const sendsEvents = push.method === 'POST' && (push.table === 'attlog' || push.table === 'rtlog');
  const eventsOffered = push.endpoint === 'cdata' && sendsEvents ? linesOf(push.body()).length : 0;
  return { ...nothingHeard(refused), about: { ...aboutIn(push), ...(eventsOffered > 0 && { eventsOffered }) } };
}

function aboutIn(push: PushRequest): AboutDevice {
  if (push.method === 'POST' && saysOptions(push)) return aboutByOptions(optionsOf(push.body()));
  return push.value('INFO') ? aboutByInfo(push.value('INFO')) : {};
}

function heard(push: PushRequest, context: DeviceContext): Heard {
  switch (push.endpoint) {
    case 'ping':
      return nothingHeard(ok);
    case 'getrequest':
      return polled(push, context);
    case 'devicecmd':
      return { ...nothingHeard(ok), ...answeredCommands(push.body()) };
    case 'registry':
      return { ...nothingHeard(textAnswer(`RegistryCode=${context.registryCode}`)), about: aboutIn(push) };
    case 'push':
      return nothingHeard(textAnswer(accessSettings(context)));
    case 'fdata':
      return unhandled('photos');
    case 'cdata':
      return push.method === 'GET' ? shookHands(push, context) : uploaded(push);
  }
}

function polled(push: PushRequest, context: DeviceContext): Heard {
  const { body, asked } = commandsAnswer(context.commands);
  return { ...nothingHeard(textAnswer(body)), about: aboutIn(push), asked };
}

function shookHands(push: PushRequest, context: DeviceContext): Heard {
  if (push.value('type').toLowerCase() === 'time') return nothingHeard(textAnswer(timeAnswer(context)));
  if (isAccess(push) ?? context.isAccessDevice) return nothingHeard(textAnswer(accessHandshake(context)));
  return {
    ...nothingHeard(textAnswer(attendanceHandshake(push.serial, context))),
    about: toldByHandshake(context),
  };
}

function uploaded(push: PushRequest): Heard {
  switch (push.table) {
    case 'attlog':
      return taken(push, attlogFact, (count) => `OK: ${count}`);
    case 'rtlog':
      return taken(push, rtlogFact, () => 'OK');
    case 'operlog':
      return operations(push);
    case 'options':
      return { ...nothingHeard(ok), about: aboutIn(push) };
    case 'rtstate':
      return nothingHeard(ok); // the state of its doors, every few seconds
    case 'tabledata':
      return nothingHeard(textAnswer(tableDataAnswer(push)));
    default:
      return unhandled(push.table);
  }
}

function taken(push: PushRequest, factOf: (line: string) => DeviceFact, answer: (count: number) => string): Heard {
  const lines = linesOf(push.body());
  const all = lines.map(factOf);
  const tooMany = new Set(all.filter(({ problem }) => problem !== '').slice(mostUnread));
  const sentence = `The device sent ${tooMany.size} more lines in one request that cannot be read. They were left out.`;
  return {
    ...nothingHeard(textAnswer(answer(lines.length))),
    facts: all.filter((fact) => !tooMany.has(fact)),
    notes: tooMany.size === 0 ? [] : [{ kind: 'unhandled', sentence, raw: '' }],
  };
}

function operations(push: PushRequest): Heard {
  const lines = linesOf(push.body());
  return {
    ...nothingHeard(textAnswer(`OK: ${lines.length}`)),
    notes: lines.flatMap((line) => operlogNote(line) ?? []),
  };
}

/** Any other answer makes the device send the table again. */
function tableDataAnswer(push: PushRequest): string {
  const name = push.value('tablename');
  const count = push.value('count');
  if (!/^\w{1,32}$/.test(name)) return 'OK';
  return `${name}=${/^\d{1,9}$/.test(count) ? count : linesOf(push.body()).length}`;
}

function unhandled(table: string): Heard {
  const name = /^\w{1,32}$/.test(table) ? table.toUpperCase() : 'without a name';
  const sentence = `The device sent a table that Rollcall does not read: ${name}. Nothing of it was kept.`;
  return { ...nothingHeard(ok), notes: [{ kind: 'unhandled', sentence, raw: '' }] };
}
