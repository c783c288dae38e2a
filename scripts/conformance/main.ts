// The command line of the conformance kit.

import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkServer, type Verdict } from './check.ts';
import { htmlReport } from './htmlReport.ts';
import type { Options, SignIn } from './kit.ts';
import { textReport } from './textReport.ts';

const usage = `npm run conformance -- --api https://host/web/api/v1 --email … --password …

  --api              the address that the console is given as its api-base, in full
  --email            an administrator, so that every call can be asked; CONFORMANCE_EMAIL does too
  --password         CONFORMANCE_PASSWORD does too, and stands in no list of processes
  --limited-email    somebody who may see less: what they see is compared
  --limited-password CONFORMANCE_LIMITED_PASSWORD does too
  --write            also make, change and remove records of the kit's own
  --pages 50         how many pages of a list are read at most
  --out folder       where report.json and report.html go (build/conformance)`;

class UsageError extends Error {}

const exitCodes = { Conforms: 0, 'Does not conform': 1, 'Could not be asked': 2 } as const satisfies Record<
  Verdict,
  number
>;

export async function main(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<0 | 1 | 2> {
  try {
    const { options, out } = read(args, env);
    await prepare(out);
    const report = await checkServer(options);
    await writeFile(path.join(out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    await writeFile(path.join(out, 'report.html'), htmlReport(report));
    console.log(`${textReport(report)}\n\nThe whole report: ${path.join(out, 'report.html')} and report.json`);
    return exitCodes[report.verdict];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

/** Before anything is asked: minutes later the report would be lost. */
async function prepare(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
    await access(out, constants.W_OK);
  } catch (error) {
    throw new UsageError(`--out ${out} cannot be written to: ${String(error)}`);
  }
}

function read(args: readonly string[], env: NodeJS.ProcessEnv): { options: Options; out: string } {
  const values = parsed(args);
  const account = signIn(values.email ?? env.CONFORMANCE_EMAIL, values.password ?? env.CONFORMANCE_PASSWORD);
  if (!account) throw new UsageError('Say who signs in: --email and --password');
  const limited = signIn(values['limited-email'], values['limited-password'] ?? env.CONFORMANCE_LIMITED_PASSWORD);
  if (values['limited-email'] && !limited)
    throw new UsageError('Say how the second account signs in: --limited-password');
  const pages = Number(values.pages);
  if (!Number.isInteger(pages) || pages < 1) throw new UsageError(`--pages ${values.pages} is no number of pages`);
  if (!/^https?:\/\//.test(values.api ?? '')) throw new UsageError('Say which server: --api https://host/web/api/v1');
  const api = (values.api ?? '').replace(/\/+$/, '');
  return {
    options: { api, account, ...(limited && { limited }), write: values.write, pages },
    out: values.out,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        api: text,
        email: text,
        password: text,
        'limited-email': text,
        'limited-password': text,
        write: { type: 'boolean', default: false },
        pages: { type: 'string', default: '50' },
        out: { type: 'string', default: 'build/conformance' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const signIn = (email: string | undefined, password: string | undefined): SignIn | undefined =>
  email && password ? { email, password } : undefined;
