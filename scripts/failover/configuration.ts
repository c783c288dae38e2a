// Fills in the files of docs/failover/ for one machine, so that the rehearsal tests exactly what is documented.

import { readFileSync } from 'node:fs';
import path from 'node:path';

export const passwords = {
  PATRONI_PASSWORD: 'patroni-secret-1',
  SUPERUSER_PASSWORD: 'superuser-secret-1',
  REPLICATION_PASSWORD: 'replication-secret-1',
  REWIND_PASSWORD: 'rewind-secret-1',
  ROLLCALL_PASSWORD: 'rollcall-secret-1',
  THE_SAME_32_RANDOM_CHARACTERS_ON_BOTH: 'a key for the failover script only',
};

export function configuration(file: string, machine: string): string {
  const text = readFileSync(path.join('docs/failover', file), 'utf8').replaceAll('THIS_MACHINE', machine);
  return Object.entries(passwords).reduce((filled, [name, value]) => filled.replaceAll(name, value), text);
}

/** Reads the variables of an environment file like systemd. */
export function variables(file: string, machine: string): Record<string, string> {
  const lines = configuration(file, machine).matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}
