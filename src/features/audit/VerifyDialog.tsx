// Recomputes the chain in this browser: of what the server has, or of an exported file.

import { useId, useRef, useState } from 'react';
import { Button } from '../../platform/ui/Button.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Progress } from '../../platform/ui/feedback/Progress.tsx';
import * as field from '../../platform/ui/forms/Field.module.css';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import { useVerification } from './useVerification.ts';
import { VerifyResult } from './VerifyResult.tsx';
import * as s from './VerifyDialog.module.css';

const isHash = (text: string) => /^[0-9a-f]{64}$/i.test(text);

export function VerifyDialog({ onClose }: { onClose(): void }) {
  const { state, verify, cancel } = useVerification();
  const [noted, setNoted] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const notedId = useId();
  const hintId = useId();
  const hash = noted.trim();
  const isWrong = hash !== '' && !isHash(hash);
  const isRunning = state.status === 'running';
  const start = (file?: File) => !isWrong && void verify(file, hash);

  return (
    <Dialog title="Verify the Audit" size="side" onClose={onClose}>
      <div className={s.parts}>
        <p>
          Every entry has the hash of the one before it. This browser computes all of them again, so that you need not
          trust the server’s word for it.
        </p>
        <div className={s.field}>
          <label htmlFor={notedId}>Hash that you noted earlier (optional)</label>
          <input
            id={notedId}
            className={field.input}
            value={noted}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={isWrong || undefined}
            aria-describedby={hintId}
            onChange={(event) => setNoted(event.target.value)}
          />
          <p id={hintId} className={isWrong ? s.error : s.hint}>
            {isWrong
              ? 'A hash has 64 characters: digits, and letters from a to f.'
              : 'Of the last entry at that time. Without one, an end that was cut off cannot be told.'}
          </p>
        </div>
        {isRunning ? (
          <div className={s.running}>
            <Progress
              label="Verifying"
              value={state.total > 0 ? state.done : undefined}
              max={Math.max(1, state.total)}
              detail={state.total > 0 ? `${Math.floor((100 * state.done) / state.total)} %` : 'Starting…'}
            />
            <Button onClick={cancel}>Cancel</Button>
          </div>
        ) : (
          <div className={s.buttons}>
            <Button
              kind="primary"
              icon={<Icon name="check" />}
              disabledReason={isWrong ? 'The hash is not complete' : undefined}
              onClick={() => start()}
            >
              Verify the Server’s Audit
            </Button>
            <Button
              icon={<ActionIcon name="file" />}
              disabledReason={isWrong ? 'The hash is not complete' : undefined}
              onClick={() => picker.current?.click()}
            >
              Verify an Exported File…
            </Button>
          </div>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="File to verify"
          accept=".jsonl"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) start(file);
          }}
        />
        {state.status === 'failed' && <Banner tone="bad">{state.message}</Banner>}
        {state.status === 'done' && <VerifyResult {...state} />}
      </div>
    </Dialog>
  );
}
