// The options of `npm run device`. What is missing or wrong is said in a sentence.

import { parseArgs } from 'node:util';
import { isTimeZone } from '../../server/platform/time/businessTime.ts';
import { allFaults, type Fault, faults, isFault, mistakes } from './faults.ts';
import type { Key } from './memory.ts';
import { type Kind, kinds } from './protocol.ts';

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
  /** Who punches now; empty for nobody. */
  readonly punch: string;
  readonly key: Key;
  readonly stays: boolean;
}

const listed = (named: Readonly<Record<string, string>>): string =>
  Object.entries(named)
    .map(([name, what]) => `    ${name.padEnd(16)} ${what}`)
    .join('\n');

export const usage = `Plays a device at a door against a running server.

  npm run device -- --kind zkteco --serial ESY4241100079 --people 50 --days 30 --faults all

  --kind     ${kinds.join(', ')}
  --url      where devices call: http://127.0.0.1:4001, and for a webhook http://127.0.0.1:4000
  --serial   the serial number; of a Hikvision device its MAC address
  --path     of hikvision and json: the path with the secret that the console shows; of a webhook its path
  --secret   of a webhook: its secret
  --people   how many punch: 00101 and on (50)
  --days     the days before today of which it holds punches (30)
  --punch    an employee ID that punches now, with --key in, out or none
  --stay     stays connected, and does what the server asks, until Ctrl+C
  --zone     the zone of its clock (${Intl.DateTimeFormat().resolvedOptions().timeZone})
  --drift    seconds by which its clock is wrong; minus is behind (0)
  --seed     the same seed makes the same punches and faults (1)
  --faults   all, or some of these, separated by commas:
${listed(faults)}
  what is not among all, since its events are then not what happened:
${listed(mistakes)}
`;

/** Or what is wrong with them. */
export function readOptions(args: readonly string[]): DeviceOptions | 'help' | { readonly problem: string } {
  const values = valuesOf(args);
  if ('problem' in values) return values;
  if (values.help) return 'help';
  const kind = kinds.find((each) => each === values.kind);
  if (!kind) return { problem: `--kind must be one of ${kinds.join(', ')}` };
  const needsPath = kind === 'hikvision' || kind === 'json' || kind === 'webhook';
  if (needsPath && !values.path?.startsWith('/'))
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
    url: values.url ?? (kind === 'webhook' ? 'http://127.0.0.1:4000' : 'http://127.0.0.1:4001'),
    serial: values.serial ?? (kind === 'hikvision' ? 'A4:D5:C2:24:DD:74' : 'SIM4241100079'),
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
