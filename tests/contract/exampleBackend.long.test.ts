// docs/example-backend.py reads only the OpenAPI document and conforms: the document says all that a backend needs.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkServer } from '../../scripts/conformance/check.ts';
import { openApi } from '../../server/app/openApi.ts';
import { childRun } from '../support/server/installation.ts';
import { freePort } from '../support/server/ports.ts';
import { need } from '../support/tools.ts';

test('a backend that is written from the document alone conforms, writing and with a limited account, too', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-example-backend-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openApi()));
  const port = await freePort();
  const password = 'at least 8 characters';
  const backend = childRun(
    spawn(need('python3'), ['docs/example-backend.py', file, String(port)], {
      env: { ...process.env, ADMIN_PASSWORD: password, PYTHONUNBUFFERED: '1' },
    }),
  );
  onTestFinished(() => backend.kill('SIGKILL'));
  await backend.printed(/Listening/);
  const { findings, counts } = await checkServer({
    api: `http://127.0.0.1:${port}/web/api/v1`,
    account: { email: 'admin@host.example', password },
    limited: { email: 'viewer@host.example', password },
    write: true,
    pages: 50,
  });
  expect(findings.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(counts.passed).toBeGreaterThan(400);
});
