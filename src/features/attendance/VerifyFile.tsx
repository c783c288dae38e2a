// Checks whether an exported file has changed since, and whether the server signed it.

import { useRef, useState, type DragEvent } from 'react';
import { CodeLoadError, loadOnce } from '../../platform/boot/loadOnce.ts';
import type { Verification } from '../../platform/export/proof/verify.ts';
import { ApiError } from '../../platform/api/errors.ts';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Spinner } from '../../platform/ui/feedback/Spinner.tsx';
import { VerifyResult } from './VerifyResult.tsx';
import * as s from './VerifyFile.module.css';

type State =
  | { status: 'waiting' }
  | { status: 'reading'; name: string }
  | { status: 'read'; name: string; verification: Verification }
  | { status: 'failed'; message: string };

const loadVerifyFile = loadOnce('The check', () => import('../../platform/export/proof/verifyFile.ts'));

export function VerifyFile({ onClose }: { onClose(): void }) {
  const { api } = useConnection();
  const canSign = hasFeature(useUser(), 'signed_exports');
  const [state, setState] = useState<State>({ status: 'waiting' });
  const picker = useRef<HTMLInputElement>(null);

  async function read(file: File | null | undefined) {
    if (!file) return;
    setState({ status: 'reading', name: file.name });
    try {
      const { verifyFile } = await loadVerifyFile();
      const key = canSign ? (await api('GET /attendance/signing-key')).data : undefined;
      setState({ status: 'read', name: file.name, verification: await verifyFile(file, key) });
    } catch (error) {
      setState({ status: 'failed', message: describe(error, file.name) });
    }
  }

  return (
    <Dialog title="Verify File" onClose={onClose}>
      <div className={s.parts}>
        <div
          className={s.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event: DragEvent) => {
            event.preventDefault();
            void read(event.dataTransfer.files[0]);
          }}
        >
          <p>Drop an exported file here, or choose one. It is checked on your computer and never uploaded.</p>
          <Button icon={<ActionIcon name="file" />} data-autofocus onClick={() => picker.current?.click()}>
            Choose File
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="File to verify"
            accept=".xlsx,.pdf"
            onChange={(event) => {
              void read(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
        {state.status === 'reading' && <Spinner label={`Loading ${state.name}…`} />}
        {state.status === 'failed' && <Banner tone="bad">{state.message}</Banner>}
        {state.status === 'read' && <VerifyResult {...state} canSign={canSign} />}
      </div>
    </Dialog>
  );
}

function describe(error: unknown, name: string): string {
  if (error instanceof CodeLoadError) return error.message;
  if (error instanceof ApiError) return `${name} could not be checked. ${error.message}`;
  return `${name} could not be read.`;
}
