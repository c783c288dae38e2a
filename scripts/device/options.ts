// Options of `npm run device`, with a sentence for each mistake.

import { parseArgs } from 'node:util';
import { isTimeZone } from '../../server/platform/time/clock.ts';
import { deviceKinds, kindOfDevice } from '../../src/shared/contract/deviceKinds.ts';
import { listed } from '../../src/shared/words/listed.ts';
import { allFaults, type Fault, faults, isFault, mistakes } from './faults.ts';
import { isKind, type Kind, kindNames, kinds } from './kinds.ts';
import type { Key } from './memory.ts';

export interface DeviceOptions {
  readonly kind: Kind;
  readonly url: string;
  readonly serial: string;
  readonly path: string;
  readonly secret: string;
  readonly people: number;
  readonly days: number;
  readonly faults: readonly Fault[];
  readonly seed: number;
  readonly zone: string;
  readonly drift: number;
  /** Code of the person who punches now; empty for nobody. */
  readonly punch: string;
  readonly key: Key;
  readonly stays: boolean;
}

const described = (named: Readonly<Record<string, string>>): string =>
  Object.entries(named)
    .map(([name, what]) => `    ${name.padEnd(16)} ${what}`)
    .join('\n');

const secretKinds = deviceKinds.filter((kind) => /secret/.test(kindOfDevice(kind).knownBy));

export const usage = `Plays a device at a door against a running server.

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
  --drift    seconds by which its clock is wrong; minus is behind (0)
  --seed     the same seed makes the same punches and faults (1)
  --faults   all, or some of these, separated by commas:
${described(faults)}
  what is not among all, since its events are then not what happened:
${described(mistakes)}
`;

/** Returns a problem if options are missing or wrong. */
export function readOptions(args: readonly string[]): DeviceOptions | 'help' | { readonly problem: string } {
  const values = valuesOf(args);
  if ('problem' in values) return values;
  if (values.help) return 'help';
  const { kind = '' } = values;
  if (!isKind(kind)) return { problem: `--kind must be one of ${kindNames.join(', ')}` };
  const { knownBy } = kindOfDevice(kinds[kind].kind);
  if (knownBy !== 'serial' && !values.path?.startsWith('/'))
    return { problem: `A ${kind} needs its --path, as the console shows it` };
  const names = values.faults === 'all' ? allFaults : (values.faults ?? '').split(',').filter(Boolean);
  const unknown = names.find((name) => !isFault(name));
  if (unknown !== undefined) return { problem: `Unknown fault '${unknown}'` };
  const numbers = { people: values.people, days: values.days, seed: values.seed, drift: values.drift };
  const wrong = Object.entries(numbers).find(([, value]) => !/^-?\d{1,7}$/.test(value ?? ''));
  if (wrong) return { problem: `--${wrong[0]} must be a whole number` };
  if (values.zone !== undefined && !isTimeZone(values.zone)) return { problem: `'${values.zone}' is no time zone` };
  return {
    kind,
    url: values.url ?? (knownBy === 'signature' ? 'http://127.0.0.1:4000' : 'http://127.0.0.1:4001'),
    serial: values.serial ?? kinds[kind].serial,
    path: values.path ?? '',
    secret: values.secret ?? '',
    people: Number(values.people),
    days: Number(values.days),
    faults: names.filter(isFault),
    seed: Number(values.seed),
    zone: values.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    drift: Number(values.drift),
    punch: values.punch ?? '',
    key: values.key === 'out' || values.key === 'none' ? values.key : 'in',
    stays: values.stay ?? false,
  };
}

function valuesOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
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
        key: text,
        stay: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
