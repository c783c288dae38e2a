// The device's description of itself, from its options, registration, polls and answers to commands.

import type { AboutDevice, CommandResult } from '../driver.ts';
import { linesOf } from './pushRequest.ts';
import { nameIn, pairsOf, wholeNumber } from './words.ts';

/** 'DeviceType=acc,~DeviceName=…,FirmVer=…', in one line or several. */
export const optionsOf = (body: string): ReadonlyMap<string, string> => pairsOf(body, /[,\r\n\t]+/);

export function aboutByOptions(options: ReadonlyMap<string, string>): AboutDevice {
  const model = nameIn(options.get('devicename') ?? '');
  const firmware = nameIn(options.get('firmver') ?? options.get('fwversion') ?? '');
  const recordsHeld = wholeNumber(options.get('transactioncount'));
  const tenThousands = wholeNumber(options.get('maxattlogcount'));
  return {
    ...(model && { model }),
    ...(firmware && { firmware }),
    ...(recordsHeld !== undefined && { recordsHeld }),
    ...(tenThousands && tenThousands <= 1_000 && { capacity: tenThousands * 10_000 }),
  };
}

/**
 * Reads the INFO value of a poll: firmware, users, fingerprints, records held, address and more, separated by commas.
 */
export function aboutByInfo(info: string): AboutDevice {
  const [version = '', , , records] = info.split(',');
  const firmware = nameIn(version);
  const recordsHeld = wholeNumber(records);
  return { ...(firmware && { firmware }), ...(recordsHeld !== undefined && { recordsHeld }) };
}

/** Access controllers and attendance terminals share their paths; only this word tells them apart for certain. */
export function isAccessType(deviceType: string): boolean | undefined {
  const type = deviceType.trim().toLowerCase();
  if (type === 'acc') return true;
  return type === 'att' ? false : undefined;
}

interface Answered {
  readonly results: readonly CommandResult[];
  readonly about: AboutDevice;
}

/** Reads answers to commands, 'ID=7&Return=0&CMD=…': several in one request, some over several lines. */
export function answeredCommands(body: string): Answered {
  const answers = answersOf(body).map((lines) => pairsOf(lines.join('\n'), /[&\n]/));
  const results = answers.flatMap((answer) => resultOf(answer) ?? []);
  const info = answers.find((answer) => answer.get('cmd')?.toUpperCase() === 'INFO');
  return { results, about: info ? aboutByOptions(info) : {} };
}

/** Groups lines by answer: each begins with its id. */
function answersOf(body: string): string[][] {
  const answers: string[][] = [];
  for (const line of linesOf(body)) {
    if (/^\s*ID\s*=/i.test(line)) answers.push([line]);
    else answers.at(-1)?.push(line);
  }
  return answers;
}

function resultOf(answer: ReadonlyMap<string, string>): CommandResult | undefined {
  const id = wholeNumber(answer.get('id'));
  const returned = answer.get('return') ?? '';
  if (id === undefined || !/^-?\d{1,9}$/.test(returned)) return undefined;
  const count = wholeNumber(answer.get('attlogsum') ?? answer.get('attlogcount'));
  // Some devices return the number of records they sent in place of 0.
  return { id, returnCode: Math.min(0, Number(returned)), answer: count === undefined ? '' : String(count) };
}

/** Requested data comes in packets; the last one completes the command. */
export function answeredByData(value: (name: string) => string): CommandResult[] {
  const id = wholeNumber(value('cmdid'));
  const [packet, packets] = [wholeNumber(value('packidx')) ?? 1, wholeNumber(value('packcnt')) ?? 1];
  return id === undefined || packet < packets ? [] : [{ id, returnCode: 0, answer: '' }];
}
