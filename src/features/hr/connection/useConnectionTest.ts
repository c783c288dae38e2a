// Test Connection: asks the server to try the values in the form, saved or not. It may take as long as the HR system
// does, so it can be cancelled.

import { useEffect, useRef, useState } from 'react';
import { asApiError, describeFailure } from '../../../platform/api/errors.ts';
import type { ConnectionTest, HrConnectionBody } from '../../../shared/contract/entities/hrConnections.ts';
import { messages } from '../../../shared/contract/messages/writes.ts';
import type { Outcome } from '../../../platform/hooks/useCall.ts';
import { useConnection } from '../../../platform/session/session.tsx';

const key = 'POST /companies/{id}/hr-connection/test';
/** Longer than the server waits for an HR system. */
const timeLimit = 90_000;

export type TestState =
  | { kind: 'idle' | 'running' }
  | { kind: 'failed'; error: string }
  | { kind: 'done'; test: ConnectionTest; tried: HrConnectionBody };

export interface Testing {
  state: TestState;
  run(body: HrConnectionBody): Promise<Outcome<ConnectionTest>>;
  cancel(): void;
}

export function useConnectionTest(companyId: number): Testing {
  const { api, queries } = useConnection();
  const [state, setState] = useState<TestState>({ kind: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(body: HrConnectionBody): Promise<Outcome<ConnectionTest>> {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ kind: 'running' });
    try {
      const answered = await api(key, { id: companyId, body }, { signal, timeLimit });
      queries.invalidate(messages[key].touches);
      setState({ kind: 'done', test: answered.data, tried: body });
      return { ok: true, answered };
    } catch (caught) {
      const failure = asApiError(caught);
      if (!signal.aborted) setState({ kind: 'failed', error: describeFailure(failure, messages[key].failed) });
      return { ok: false, fields: failure.fields, status: failure.status };
    }
  }

  return {
    state,
    run,
    cancel() {
      running.current?.abort();
      setState({ kind: 'idle' });
    },
  };
}
