// Checks whether an exported file has changed since.

import { useRef, useState, type DragEvent } from 'react';
import { CodeLoadError, loadOnce } from '../../boot/loadOnce.ts';
import type { Verification } from '../../export/proof/verify.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/data/CardGrid.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import * as s from './VerifyFile.module.css';

type State =
  | { status: 'waiting' }
  | { status: 'reading'; name: string }
  | { status: 'read'; name: string; verification: Verification }
  | { status: 'failed'; message: string };

const loadVerifyFile = loadOnce('The check', () => import('../../export/proof/verifyFile.ts'));

export function VerifyFile({ onClose }: { onClose(): void }) {
  const [state, setState] = useState<State>({ status: 'waiting' });
  const picker = useRef<HTMLInputElement>(null);

  async function read(file: File | null | undefined) {
    if (!file) return;
    setState({ status: 'reading', name: file.name });
    try {
      const { verifyFile } = await loadVerifyFile();
      setState({ status: 'read', name: file.name, verification: await verifyFile(file) });
    } catch (error) {
      const message = error instanceof CodeLoadError ? error.message : `${file.name} could not be read.`;
      setState({ status: 'failed', message });
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
          <Button icon={<Icon name="file" />} data-autofocus onClick={() => picker.current?.click()}>
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
        {state.status === 'read' && <Result name={state.name} verification={state.verification} />}
      </div>
    </Dialog>
  );
}

function Result({ name, verification: { state, difference, details } }: { name: string; verification: Verification }) {
  const results = {
    unchanged: { tone: 'good', message: `${name} is unchanged since it was exported.` },
    changed: { tone: 'bad', message: `${name} was changed after it was exported. ${difference ?? ''}` },
    notExported: { tone: 'warning', message: `${name} was not exported here, or its checksums are missing.` },
  } as const;
  return (
    <>
      <Banner tone={results[state].tone}>{results[state].message}</Banner>
      <Facts items={details} />
    </>
  );
}
