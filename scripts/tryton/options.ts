// Options of the command line.

import { parseArgs } from 'node:util';
import { type Account, readAccount } from '../account.ts';

export interface TryOptions {
  readonly rollcall: string;
  readonly account: Account;
  readonly company: string;
  readonly port: number;
}

export const usage = `Starts Debian's Tryton with the employees of a company, to try the HR sync with.
Nothing of it remains after it was stopped.

  npm run tryton -- --email ada@example.com --company 'Ashdown & Vale Logistics'

  --company NAME    the company in Rollcall whose employees Tryton gets
  --email ADDRESS   of somebody who may see the company, its employees and the settings
  --password WORD   of that person; or in the variable ROLLCALL_PASSWORD
  --token TOKEN     instead of both, an API token that may view companies and employees; or in ROLLCALL_TOKEN
  --rollcall URL    where Rollcall is: http://127.0.0.1:4000
  --port NUMBER     where Tryton listens: 8469`;

/** The options, or what is wrong with them. */
export function readOptions(args: readonly string[]): TryOptions | 'help' | { problem: string } {
  const values = valuesOf(args);
  if ('problem' in values) return values;
  if (values.help) return 'help';
  const { ROLLCALL_TOKEN: token, ROLLCALL_PASSWORD: password } = process.env;
  const account = readAccount(values, { token, password });
  if (!values.company) return { problem: '--company is missing' };
  if (!account) return { problem: values.email ? '--password is missing' : '--token, or --email, is missing' };
  if (!URL.canParse(values.rollcall)) return { problem: '--rollcall must be a URL' };
  if (!/^\d{1,5}$/.test(values.port)) return { problem: '--port must be a number' };
  const { company, rollcall } = values;
  return { company, account, rollcall: rollcall.replace(/\/+$/, ''), port: Number(values.port) };
}

function valuesOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        company: text,
        email: text,
        password: text,
        token: text,
        rollcall: { ...text, default: 'http://127.0.0.1:4000' },
        port: { ...text, default: '8469' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
