// Calls by HTTPS go only to hosts with a trusted certificate, even if the deployment lists the host.

import { createServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import { createSafeRequest, parsePrivateHosts } from '../../../../server/platform/http/outbound.ts';
import { listen } from '../../../support/server/ports.ts';
import { ofOwnAuthority, selfSigned } from '../../../support/server/selfSigned.ts';

describe('refuses a host whose certificate cannot be verified', () => {
  test.each([
    ['is self-signed', selfSigned('localhost')],
    ['cannot be verified', ofOwnAuthority('localhost')],
  ])('since it %s', async (reason, certified) => {
    let requests = 0;
    const host = createServer(certified, (_, response) => {
      requests += 1;
      response.end('here');
    });
    const port = await listen(host);
    try {
      const call = createSafeRequest(parsePrivateHosts('127.0.0.1, localhost'));
      const headers = { Authorization: 'Bearer secret' };
      await expect(call(`https://127.0.0.1:${port}`, { headers })).rejects.toThrow(`The certificate ${reason}`);
      await expect(call(`https://localhost:${port}`, { headers })).rejects.toThrow(`The certificate ${reason}`);
      expect(requests).toBe(0);
    } finally {
      host.closeAllConnections();
      host.close();
    }
  });
});
