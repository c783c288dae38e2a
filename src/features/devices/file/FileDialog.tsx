// Punches from a file of the terminal: what would become of them, and then storing them.

import { type ReactNode, useRef } from 'react';
import type { DeviceSetup } from '../../../shared/contract/devices.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { plural } from '../../../shared/words/plural.ts';
import { ActionIcon } from '../../../platform/ui/ActionIcon.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { Progress } from '../../../platform/ui/feedback/Progress.tsx';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { FileSum } from './FileSum.tsx';
import { mostLines, type PunchFile } from './readFile.ts';
import type { Sum } from './sumOf.ts';
import { useUpload } from './useUpload.ts';
import * as s from './FileDialog.module.css';

interface FileDialogProps {
  setup: DeviceSetup;
  onClose(): void;
}

export function FileDialog({ setup, onClose }: FileDialogProps) {
  const { upload, open, store, cancel, again } = useUpload(setup.controller.id);
  const isStoring = upload.status === 'running' && !upload.isDryRun;
  return (
    <Dialog
      title="Punches from a File"
      size="large"
      dirty={isStoring}
      question={stopQuestion}
      footer={(requestClose) => {
        if (upload.status === 'running') return <Button onClick={cancel}>Cancel</Button>;
        return (
          <>
            {upload.status !== 'none' && <Button onClick={again}>Choose Another File</Button>}
            <Button onClick={requestClose}>{upload.status === 'stored' ? 'Close' : 'Cancel'}</Button>
            {upload.status === 'tried' && freshIn(upload.sum) > 0 && (
              <Button kind="primary" onClick={() => void store(upload.file)}>
                Store {plural(freshIn(upload.sum), 'Event')}
              </Button>
            )}
          </>
        );
      }}
      onClose={isStoring ? cancel : onClose}
    >
      <div className={s.parts}>
        {upload.status === 'none' && <ChooseFile failed={upload.failed} onFile={(file) => void open(file)} />}
        {upload.status === 'running' && (
          <Progress
            label={`${upload.isDryRun ? 'Checking' : 'Storing'} ${upload.name}`}
            value={upload.done}
            max={upload.total}
            detail={`${Math.round((100 * upload.done) / upload.total)} %`}
          />
        )}
        {upload.status === 'tried' && (
          <Found file={upload.file}>
            <FileSum sum={upload.sum} isDone={false} countsFrom={setup.rules?.counts_from ?? ''} />
          </Found>
        )}
        {upload.status === 'stored' && (
          <Found file={upload.file}>
            {upload.stopped === undefined ? (
              <Banner tone="good">The file was read to its end.</Banner>
            ) : (
              <Banner tone="warning">
                {upload.stopped || 'You cancelled it.'} What was stored until then stays. Upload the file again for the
                rest: nothing is stored twice.
              </Banner>
            )}
            <FileSum sum={upload.sum} isDone countsFrom={setup.rules?.counts_from ?? ''} />
          </Found>
        )}
      </div>
    </Dialog>
  );
}

/** Those of an implausible time are not stored. */
const freshIn = ({ readable, known, notTaken }: Sum) => readable - known - (notTaken.get('implausible_time') ?? 0);

const Found = ({ file: { name, lines }, children }: { file: PunchFile; children: ReactNode }) => (
  <>
    <p>
      <strong>{name}</strong>: {plural(lines, 'line')}
    </p>
    {children}
  </>
);

function ChooseFile({ failed, onFile }: { failed: string; onFile(file: File): void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      {failed && <Banner tone="bad">{failed}</Banner>}
      <p>
        attlog.dat as the terminal writes it to a USB stick, or a CSV with the columns code, time and direction. At most{' '}
        {groupDigits(mostLines)} lines. It is checked first, and nothing is stored until you agree.
      </p>
      <div>
        <Button icon={<ActionIcon name="file" />} onClick={() => picker.current?.click()}>
          Choose File
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="File of the terminal"
          accept=".dat,.csv,.tsv,.txt,text/csv"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) onFile(chosen);
            event.target.value = '';
          }}
        />
      </div>
    </>
  );
}

const stopQuestion = {
  title: 'Stop storing?',
  message: 'What was stored until then stays, and the rest can be uploaded later.',
  keep: 'Keep Storing',
  discard: 'Stop',
};
