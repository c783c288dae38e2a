// A new API token, which nobody can read again after this.

import { useRef } from 'react';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import * as s from './CreatedToken.module.css';

const question = {
  title: 'Have you stored the token?',
  message: 'It is not shown again.',
  keep: 'Go Back',
  discard: 'Close',
};

export function CreatedToken({ token, onClose }: { token: string; onClose(): void }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <Dialog
      title="API Token Created"
      dirty
      question={question}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          I Have Stored It
        </Button>
      }
    >
      <div className={s.parts}>
        <Banner tone="warning">Copy it now and store it like a password. It is not shown again.</Banner>
        <div className={s.token}>
          <code ref={shown} className={s.text}>
            {token}
          </code>
          <span>
            <CopyButton name="the token" text={token} shown={shown} />
          </span>
        </div>
        <p>Programs send it in the header of each call:</p>
        <pre className={s.header}>Authorization: Bearer {token.slice(0, 8)}…</pre>
      </div>
    </Dialog>
  );
}
