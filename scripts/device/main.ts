// The device as a program, which connects, waits for approval, sends what it holds, and prints what it does.
import { setTimeout as wait } from 'node:timers/promises';
import { createChance } from '../../server/app/sample/random.ts';
import { isTimeZone } from '../../server/platform/time/clock.ts';
import { deviceKinds, kindOfDevice } from '../../src/shared/contract/deviceKinds.ts';
import { listed } from '../../src/shared/words/listed.ts';
import { optionsIn, runCommand, UsageError } from '../commandLine.ts';
import { allFaults, faults, isFault, mistakes } from './faults.ts';
import { keys } from './memory.ts';
import { isKind, kindNames, kinds, type SimulatedDevice, simulatedDevice } from './simulatedDevice.ts';
import { codesOf, workingDays } from './workingDays.ts';

const day = 24 * 60 * 60_000;
const pause = 3_000;
const pollEvery = 10_000;

const say = (sentence: string) => console.log(`${new Date().toTimeString().slice(0, 8)}  ${sentence}`);

export const main = (args: readonly string[]): Promise<number> =>
  runCommand(args, usage, () => play(readOptions(args)));

async function play(options: DeviceOptions): Promise<void> {
  const { kind, url, serial, faults, seed, days, people, punch, key } = options;
  const from = Math.floor(Date.now() / day) * day - days * day;
  const device = simulatedDevice({ ...options, server: () => url, from, say });
  const punches = workingDays({ codes: codesOf(people), from, days, chance: createChance(seed) });
  for (const each of punches.filter(({ at }) => at < Date.now())) device.punch(each);
  say(
    `I am a ${kind} device, ${serial}, and hold ${device.held.length} events. My clock shows ${device.shownAt(Date.now())}.`,
  );

  await approved(device, url);
  await upload(device, faults.includes('replay'));
  if (punch) {
    device.punch({ code: punch, at: Date.now(), key });
    say(`${punch} punches at ${device.shownAt(Date.now())}.`);
    await upload(device, false);
  }
  while (options.stays) {
    if (!(await device.poll())) say('I asked what there is to do, and got no good answer.');
    await wait(pollEvery);
  }
}

async function approved(device: SimulatedDevice, url: string): Promise<void> {
  say(`I call ${url}.`);
  while (!(await device.shakeHands())) {
    say('I wait until somebody approves me in the console, under Access Controllers.');
    await wait(pause);
  }
  await device.poll();
}

async function upload(device: SimulatedDevice, again: boolean): Promise<void> {
  const sent = await device.upload();
  if (sent > 0) say(`I sent ${sent} ${sent === 1 ? 'event' : 'events'}, and the server has them all.`);
  if (!again) return;
  await device.replay();
  say(`I sent all ${device.held.length} again.`);
}

const described = (named: Readonly<Record<string, string>>): string =>
  Object.entries(named)
    .map(([name, what]) => `    ${name.padEnd(16)} ${what}`)
    .join('\n');

const secretKinds = deviceKinds.filter((kind) => /secret/.test(kindOfDevice(kind).knownBy));

const usage = `Plays a device at a door against a running server.

  npm run device -- --kind zkteco --serial ESY4241100079 --people 50 --days 30 --faults all

  --kind     ${kindNames.join(', ')}
  --url      where devices call: http://127.0.0.1:4001, and for a webhook http://127.0.0.1:4000
  --serial   the serial number, or what a device has in its place, such as its MAC address
  --path     of ${listed(secretKinds)}: the path with the secret that the console shows; of a webhook its path
  --secret   of a webhook: its secret
  --people   how many punch: 00101 and on (50)
  --days     the days before today of which it holds punches (30)
  --punch    an employee ID that punches now, with --key in, out or none
  --stay     stays connected, and does what the server asks, until Ctrl+C
  --zone     the zone of its clock (${Intl.DateTimeFormat().resolvedOptions().timeZone})
  --drift    seconds by which its clock is wrong (0): --drift=-30 is behind
  --seed     the same seed makes the same punches and faults (1)
  --faults   all, or some of these, separated by commas:
${described(faults)}
  what is not among all, since its events are then not what happened:
${described(mistakes)}
`;

type DeviceOptions = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const values = optionsIn(args, {
    kind: text,
    url: text,
    serial: text,
    path: text,
    secret: text,
    people: { ...text, default: '50' },
    days: { ...text, default: '30' },
    faults: text,
    seed: { ...text, default: '1' },
    zone: text,
    drift: { ...text, default: '0' },
    punch: text,
    key: { ...text, default: 'in' },
    stay: { type: 'boolean' },
  });
  const { kind = '' } = values;
  if (!isKind(kind)) throw new UsageError(`--kind must be one of ${kindNames.join(', ')}`);
  const { knownBy } = kindOfDevice(kinds[kind].kind);
  if (knownBy !== 'serial' && !values.path?.startsWith('/'))
    throw new UsageError(`A ${kind} needs its --path, as the console shows it`);
  const url = values.url ?? (knownBy === 'signature' ? 'http://127.0.0.1:4000' : 'http://127.0.0.1:4001');
  if (!/^http:\/\/\w/.test(url)) throw new UsageError('--url must begin with http://, such as http://127.0.0.1:4001');
  const names = values.faults === 'all' ? allFaults : (values.faults ?? '').split(',').filter(Boolean);
  const unknown = names.find((name) => !isFault(name));
  if (unknown !== undefined) throw new UsageError(`Unknown fault '${unknown}'`);
  const numbers = { people: values.people, days: values.days, seed: values.seed, drift: values.drift };
  const wrong = Object.entries(numbers).find(([, value]) => !/^-?\d{1,7}$/.test(value ?? ''));
  if (wrong) throw new UsageError(`--${wrong[0]} must be a whole number`);
  if (values.zone !== undefined && !isTimeZone(values.zone)) throw new UsageError(`'${values.zone}' is no time zone`);
  const key = keys.find((each) => each === values.key);
  if (!key) throw new UsageError(`--key must be one of ${keys.join(', ')}`);
  return {
    kind,
    url,
    serial: values.serial ?? kinds[kind].serial,
    path: values.path ?? '',
    secret: values.secret ?? '',
    people: Number(values.people),
    days: Number(values.days),
    faults: names.filter(isFault),
    seed: Number(values.seed),
    zone: values.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    drift: Number(values.drift),
    /** Code of the person who punches now; empty if nobody does. */
    punch: values.punch ?? '',
    key,
    stays: values.stay ?? false,
  };
}
