// The recovery codes, shown once: to be copied, kept in a file, or printed.

import { useRef, useState } from 'react';
import { Button } from '../../../platform/ui/Button.tsx';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { saveFile } from '../../../platform/ui/downloadFile.ts';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import * as s from './RecoveryCodesDialog.module.css';

const question = {
  title: 'Close without the codes?',
  message: 'They are not shown again. Without them, losing your second factor locks you out.',
  keep: 'Back',
  discard: 'Close',
};

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const shown = useRef<HTMLOListElement>(null);
  const [isKept, setKept] = useState(false);
  const text = `${codes.join('\n')}\n`;

  function download() {
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
    setKept(true);
  }

  function printCodes() {
    setKept(true);
    window.print();
  }

  return (
    <Dialog
      title="Your recovery codes"
      dirty={!isKept}
      question={question}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          I Have Kept Them
        </Button>
      }
    >
      <div className={s.content}>
        <p>
          Each of these signs you in once, if you lose your second factor. Keep them where only you can find them. They
          are not shown again.
        </p>
        <ol ref={shown} className={s.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className={s.actions}>
          <CopyButton name="Recovery codes" text={text} shown={shown} />
          <Button size="small" onClick={download}>
            Download
          </Button>
          <Button size="small" onClick={printCodes}>
            Print
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
