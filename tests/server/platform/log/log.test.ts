// Each event is one line in either format, whatever its details contain.

import { expect, test, vi } from 'vitest';
import { DomainError } from '../../../../server/platform/domainErrors.ts';
import { createLog, describeError, errorMessage, type LogFormat } from '../../../../server/platform/log/log.ts';

const details = {
  address: '198.51.100.7',
  status: 503,
  user_id: undefined,
  path: '/web/api/v1/companies',
  error: 'Error: no "room"\n    at here',
  injected: 'x\r\n2026-01-01T00:00:00.000Z INFO  started',
};

function lineIn(format: LogFormat): string {
  vi.useFakeTimers({ now: new Date('2026-03-02T10:00:00Z') });
  const lines: string[] = [];
  createLog('info', (line) => lines.push(line), format).warn('request', details);
  vi.useRealTimers();
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

test('as JSON it can be read back', () => {
  const { user_id: _, ...logged } = details;
  expect(JSON.parse(lineIn('json'))).toEqual({
    time: '2026-03-02T10:00:00.000Z',
    level: 'warn',
    message: 'request',
    ...logged,
  });
});

test('as text it is one line that people can read, and nobody can forge another one', () => {
  expect(lineIn('text')).toBe(
    String.raw`2026-03-02T10:00:00.000Z WARN  request address=198.51.100.7 status=503 path=/web/api/v1/companies error="Error: no \"room\"\n    at here" injected="x\r\n2026-01-01T00:00:00.000Z INFO  started"`,
  );
});

test('an error of several tries, to which Node gives no message, says that of each', () => {
  const tries = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}`));
  const cause = new AggregateError(tries);
  expect(errorMessage(cause)).toBe('connect ECONNREFUSED ::1, connect ECONNREFUSED 127.0.0.1');
  expect(describeError(new DomainError('unavailable', 'Not there', { cause }))).toBe(
    'Not there: connect ECONNREFUSED ::1, connect ECONNREFUSED 127.0.0.1',
  );
});

test('says nothing below its threshold', () => {
  const lines: string[] = [];
  createLog('warn', (line) => lines.push(line), 'text').info('started');
  expect(lines).toEqual([]);
});
