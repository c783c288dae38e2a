// Command line of the conformance kit.

import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readAccount } from '../account.ts';
import { optionsIn, UsageError } from '../commandLine.ts';
import { checkServer, type Verdict } from './check.ts';
import type { Options } from './kit.ts';
import { htmlReport, junitReport, textReport } from './reports.ts';

const usage = `node conformance.mjs --api https://host/web/api/v1 --email … --password …

In Rollcall's repository: npm run conformance -- --api …

  --api              the API to check: the console's api-base, in full
  --email            an administrator, so that every call can be checked (or CONFORMANCE_EMAIL)
  --password         the password (or CONFORMANCE_PASSWORD, which does not show in process lists)
  --token            instead of both, an API token of theirs (or CONFORMANCE_TOKEN)
  --limited-email    an account with some of the companies, to check what it gets of the others
  --limited-password its password (or CONFORMANCE_LIMITED_PASSWORD)
  --limited-token    instead of both, an API token for some of the companies (or CONFORMANCE_LIMITED_TOKEN)
  --origin           where the console is, if not on the API's own origin, to check CORS
  --write            also create, change and delete the kit's own records
  --pages 50         how many pages of a list to read at most
  --out folder       where to write report.html, report.json and report.xml, for JUnit (build/conformance)`;

const exitCodes = { Conforms: 0, 'Does not conform': 1, 'Could not be checked': 2 } as const satisfies Record<
  Verdict,
  number
>;

export async function main(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<0 | 1 | 2> {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  try {
    const { options, out } = readOptions(args, env);
    await ensureWritable(out);
    const report = await checkServer(options);
    await writeFile(path.join(out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    await writeFile(path.join(out, 'report.html'), htmlReport(report));
    await writeFile(path.join(out, 'report.xml'), junitReport(report));
    console.log(
      `${textReport(report)}\n\nFull report: ${path.join(out, 'report.html')}, report.json and report.xml (JUnit)`,
    );
    return exitCodes[report.verdict];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

/** Must be checked first, as the report would otherwise be lost after minutes of work. */
async function ensureWritable(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
    await access(out, constants.W_OK);
  } catch (error) {
    throw new UsageError(`Cannot write to --out ${out}: ${String(error)}`);
  }
}

function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): { options: Options; out: string } {
  const text = { type: 'string' } as const;
  const values = optionsIn(args, {
    api: text,
    email: text,
    password: text,
    token: text,
    'limited-token': text,
    'limited-email': text,
    'limited-password': text,
    origin: text,
    write: { type: 'boolean', default: false },
    pages: { type: 'string', default: '50' },
    out: { type: 'string', default: 'build/conformance' },
  });
  const account = readAccount(values, {
    token: env.CONFORMANCE_TOKEN,
    email: env.CONFORMANCE_EMAIL,
    password: env.CONFORMANCE_PASSWORD,
  });
  if (!account) throw new UsageError('Missing --email or --password, or --token');
  if (values.write && 'token' in account)
    throw new UsageError('--write needs --email and --password: it adds users, which no API token can');
  const limited = readAccount(
    { token: values['limited-token'], email: values['limited-email'], password: values['limited-password'] },
    { token: env.CONFORMANCE_LIMITED_TOKEN, password: env.CONFORMANCE_LIMITED_PASSWORD },
  );
  if (values['limited-email'] && !limited) throw new UsageError('Missing --limited-password for --limited-email');
  const pages = Number(values.pages);
  if (!Number.isInteger(pages) || pages < 1) throw new UsageError('--pages must be a whole number of at least 1');
  if (!/^https?:\/\//.test(values.api ?? '')) throw new UsageError('Missing --api, such as https://host/web/api/v1');
  const api = (values.api ?? '').replace(/\/+$/, '');
  const { origin } = values;
  if (origin !== undefined && !isOrigin(origin)) {
    throw new UsageError('--origin must be an origin such as https://console.example, without a path');
  }
  return {
    options: { api, account, ...(limited && { limited }), ...(origin && { origin }), write: values.write, pages },
    out: values.out,
  };
}

const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
