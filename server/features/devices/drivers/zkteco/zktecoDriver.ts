// ZKTeco devices that push over HTTP: attendance terminals (ATTLOG) and access controllers (rtlog). They share paths
// and resend a batch until it is answered with 200.

import {
  type AboutDevice,
  type DeviceContext,
  type Driver,
  type ParsedRequest,
  type ReportedNote,
  type Identity,
  answerOnly,
  textAnswer,
} from '../driver.ts';
import {
  aboutByInfo,
  aboutByOptions,
  answeredByData,
  answeredCommands,
  isAccessType,
  optionsOf,
} from './aboutDevice.ts';
import { nameIn } from './words.ts';
import {
  accessHandshake,
  accessSettings,
  accessTimeAnswer,
  attendanceHandshake,
  commandsAnswer,
  commandTextOf,
  timeAnswer,
  toldByHandshake,
} from './answers.ts';
import { linesOf, type PushRequest, pushRequest } from './pushRequest.ts';
import { storedOffsets } from './attlog.ts';
import { holdsPunches, tableOf, uploaded } from './tables.ts';

const ok = textAnswer('OK');

export const zktecoDriver: Driver = {
  kind: 'zkteco',
  base: '/iclock/',
  identify(request) {
    const push = pushRequest(request);
    return push && identityOf(push);
  },
  parse(request, context) {
    const push = pushRequest(request);
    if (!push) return answerOnly(textAnswer('Not found', 404));
    return context.isApproved ? parsed(push, context) : parsedOfUnknown(push);
  },
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

/** The protocol version does not tell: attendance terminals name 3.x, too. */
function isAccess(push: PushRequest): boolean | undefined {
  const type = isAccessType(push.value('DeviceType')) ?? (saysOptions(push) ? typeInOptions(push) : undefined);
  if (type !== undefined) return type;
  const isAccessCall = ['registry', 'push', 'querydata', 'rtdata'].includes(push.endpoint);
  if (isAccessCall || push.table === 'rtlog' || push.table === 'transaction') return true;
  return push.endpoint === 'cdata' && push.method === 'POST' && push.table === 'attlog' ? false : undefined;
}

const saysOptions = ({ endpoint, table }: PushRequest) => endpoint === 'registry' || table === 'options';

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
    case 'fdata':
      return uploaded('attphoto', push, context);
    case 'querydata':
      // Any other answer stops the device from sending the remaining packets.
      return { ...uploaded(tableOf(push), push, context), answer: ok, results: answeredByData(push.value) };
    case 'cdata':
      return push.method === 'GET' ? shookHands(push, context) : sentTable(push, context);
  }
}

const commandsAnswered = (push: PushRequest): ParsedRequest => ({
  ...answerOnly(ok),
  ...answeredCommands(push.body()),
});

function sentTable(push: PushRequest, context: DeviceContext): ParsedRequest {
  if (push.table === 'options') return options(push, 'OK');
  return uploaded(tableOf(push), push, context);
}

/** Notes a differing serial number: another device's settings may have been loaded, or somebody forwards its data. */
function options(push: PushRequest, answer: string): ParsedRequest {
  const ownSerial = (optionsOf(push.body()).get('serialnumber') ?? '').toUpperCase();
  const serial = push.serial.toUpperCase();
  const sentence = `It calls as ${serial}, and says that its serial number is ${nameIn(ownSerial)}.`;
  const notes: ReportedNote[] =
    ownSerial === '' || ownSerial === serial ? [] : [{ kind: 'other_device', sentence, raw: '' }];
  return { ...answerOnly(textAnswer(answer)), about: aboutIn(push), notes };
}

function polled(push: PushRequest, context: DeviceContext): ParsedRequest {
  const { body, commandIds } = commandsAnswer(context.commands);
  return { ...answerOnly(textAnswer(body)), about: aboutIn(push), commandIds };
}

function shookHands(push: PushRequest, context: DeviceContext): ParsedRequest {
  if (push.value('type').toLowerCase() === 'time') return answerOnly(textAnswer(timeAnswer(context)));
  if (isAccess(push) ?? context.isAccessDevice) return answerOnly(textAnswer(accessHandshake(context)));
  return {
    ...answerOnly(textAnswer(attendanceHandshake(push.serial, context))),
    about: toldByHandshake(context),
  };
}
