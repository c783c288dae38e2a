// Runs the halves of the soak that are asked for, both without a word, and says how they ended.

import { parseArgs } from 'node:util';
import { soakConsole } from './console/soak.ts';
import { soakServer } from './server/soak.ts';

/** Some six minutes of the console on two slow cores; the server takes four. */
const usualRounds = 150;

export async function main(words: string[], site: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    options: { rounds: { type: 'string', default: String(usualRounds) } },
    allowPositionals: true,
  });
  const complaint = complaintAbout(positionals, Number(values.rounds));
  if (complaint) {
    console.error(complaint);
    return 2;
  }
  const isAsked = (half: string) => positionals.length === 0 || positionals.includes(half);
  const faults: string[] = [];
  if (isAsked('console')) faults.push(...(await soakConsole(site, Number(values.rounds))));
  if (isAsked('server')) faults.push(...(await soakServer()));
  const isWell = faults.length === 0;
  console.log(isWell ? '\nAll ended as it began.' : `\nNot as it began:\n  ${faults.join('\n  ')}`);
  return isWell ? 0 : 1;
}

/** What is soaked by no word of ours would end as it began. */
function complaintAbout(words: readonly string[], rounds: number): string | undefined {
  const unknown = words.find((word) => word !== 'console' && word !== 'server');
  if (unknown !== undefined) return `'${unknown}' cannot be soaked: say console or server, or neither for both`;
  return Number.isInteger(rounds) && rounds > 0 ? undefined : '--rounds takes a whole number from 1 on';
}
