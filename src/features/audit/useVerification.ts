// Runs one verification at a time.

import { useEffect, useRef, useState } from 'react';
import { ApiError, describeFailure } from '../../platform/api/errors.ts';
import { loadOnce } from '../../platform/boot/loadOnce.ts';
import type { ChainResult } from './export/verifyChain.ts';
import { useConnection } from '../../platform/session/session.tsx';

export type Verifying =
  | { status: 'idle' }
  | { status: 'running'; done: number; total: number }
  | { status: 'done'; result: ChainResult; isFile: boolean; isNoted: boolean }
  | { status: 'failed'; message: string };

const load = loadOnce('The check', () => import('./export/verifyAudit.ts'));

export function useVerification() {
  const { api } = useConnection();
  const [state, setState] = useState<Verifying>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Of a file, or of what the server has. */
  async function verify(file: File | undefined, noted: string) {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const onProgress = (done: number, total: number) => !signal.aborted && setState({ status: 'running', done, total });
    onProgress(0, 0);
    try {
      const { verifyFile, verifyServer } = await load();
      const run = { noted, signal, onProgress };
      const result = await (file ? verifyFile(file, run) : verifyServer(api, run));
      if (!signal.aborted) setState({ status: 'done', result, isFile: file !== undefined, isNoted: noted !== '' });
    } catch (error) {
      if (!signal.aborted) setState({ status: 'failed', message: messageOf(error) });
    }
  }
  function cancel() {
    running.current?.abort();
    setState({ status: 'idle' });
  }
  return { state, verify, cancel };
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return describeFailure(error, 'The audit could not be read');
  return error instanceof Error ? error.message : String(error);
}
