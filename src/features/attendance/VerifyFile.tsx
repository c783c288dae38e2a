// Checks whether an exported file has changed since, and whether the server signed it.

import { type DragEvent, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/errors.ts';
import { CodeLoadError, loadOnce } from '../../platform/boot/loadOnce.ts';
import type { FalseSignature } from '../../platform/export/proof/signature.ts';
import type { Verification } from '../../platform/export/verify/verify.ts';
import { useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import { useConnection } from '../../platform/session/session.tsx';
import { Facts } from '../../platform/ui/data/CardGrid.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
import { Spinner } from '../../platform/ui/feedback/Spinner.tsx';
import { FileButton } from '../../platform/ui/forms/FileButton.tsx';
import { Dialog } from '../../platform/ui/overlays/Dialog.tsx';
import type { Statement } from '../../shared/contract/attendance.ts';
import type { FoundPayrollFile } from '../../shared/contract/payroll.ts';
import { monthTitle } from '../../shared/words/months.ts';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import { formatTime } from '../../shared/words/time.ts';
import * as s from '../../platform/ui/forms/FileButton.module.css';
import * as layout from '../../platform/ui/layout/layout.module.css';

type State =
  | { status: 'waiting' }
  | { status: 'reading'; name: string }
  | { status: 'read'; name: string; verification: Verification }
  | { status: 'payroll'; name: string; made: FoundPayrollFile | undefined }
  | { status: 'failed'; message: string };

const loadHash = loadOnce('The check', () => import('../../platform/export/proof/sha256.ts'));
const loadVerifyFile = loadOnce('The check', () => import('../../platform/export/verify/verifyFile.ts'));

export default function VerifyFile({ onClose }: { onClose(): void }) {
  const { api } = useConnection();
  const canSign = useHasFeature('signed_exports');
  const hasPayroll = useCanCall()('GET /payroll-files');
  const [state, setState] = useState<State>({ status: 'waiting' });
  const chosen = useRef<File>(null);

  /** Checks a file and shows the result, unless another has been chosen meanwhile. */
  async function read(file: File | null | undefined) {
    if (!file) return;
    chosen.current = file;
    setState({ status: 'reading', name: file.name });
    const found = await check(file).catch(
      (error: unknown): State => ({ status: 'failed', message: describe(error, file.name) }),
    );
    if (chosen.current === file) setState(found);
  }

  async function check(file: File): Promise<State> {
    if (hasPayroll && /\.csv$/i.test(file.name)) {
      const sha256 = await (await loadHash()).hashOfFile(file);
      const [made] = (await api('GET /payroll-files', { query: { sha256 } })).data;
      return { status: 'payroll', name: file.name, made };
    }
    const { verifyFile } = await loadVerifyFile();
    const key = canSign ? (await api('GET /attendance/signing-key')).data : undefined;
    return { status: 'read', name: file.name, verification: await verifyFile(file, key) };
  }

  return (
    <Dialog title="Verify File" onClose={onClose}>
      <div className={layout.stack4}>
        <div
          className={s.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event: DragEvent) => {
            event.preventDefault();
            void read(event.dataTransfer.files[0]);
          }}
        >
          <p>Drop an exported file here, or choose one. It is checked on your computer and never uploaded.</p>
          <FileButton
            label="File to verify"
            accept={`.xlsx,.pdf${hasPayroll ? ',.csv' : ''}`}
            autoFocus
            onFile={(file) => void read(file)}
          />
        </div>
        {state.status === 'reading' && <Spinner label={`Loading ${state.name}…`} />}
        {state.status === 'failed' && <Banner tone="bad">{state.message}</Banner>}
        {state.status === 'payroll' && <PayrollResult {...state} />}
        {state.status === 'read' && <VerifyResult {...state} canSign={canSign} />}
      </div>
    </Dialog>
  );
}

function PayrollResult({ name, made }: { name: string; made: FoundPayrollFile | undefined }) {
  if (!made)
    return <Banner tone="bad">{`${name} is not a payroll file made here, or it has been changed since.`}</Banner>;
  const { company, month, made_at, total_lines } = made;
  return (
    <Banner tone="good">
      {`${name} is the payroll file of ${company.name}, ${monthTitle(month)}, with ${plural(total_lines, 'line')}. It is unchanged since it was made here on ${formatTime(made_at)}.`}
    </Banner>
  );
}

function describe(error: unknown, name: string): string {
  if (error instanceof CodeLoadError) return error.message;
  if (error instanceof ApiError) return `${name} could not be checked. ${error.message}`;
  return `${name} could not be read.`;
}

interface VerifyResultProps {
  name: string;
  verification: Verification;
  /** Whether the server signs exports. */
  canSign: boolean;
}

/** Says what the check found. */
function VerifyResult({ name, verification, canSign }: VerifyResultProps) {
  switch (verification.state) {
    case 'notExported':
      return <Banner tone="warning">{`${name} was not exported here, or its checksums are missing.`}</Banner>;
    case 'changed':
    case 'falselySigned':
      return (
        <>
          <Banner tone="bad">
            {verification.state === 'changed'
              ? `${name} was changed after it was exported. ${verification.difference}`
              : falseSignature(name, verification.signature)}
          </Banner>
          <InTheFile details={verification.details} isDoubtful />
        </>
      );
    case 'sameCells':
    case 'unchanged': {
      const { signature, details } = verification;
      const { tone, message } = verdict(claimOf(name, verification), verification, canSign);
      const isPdf = verification.state === 'unchanged' && verification.format === 'pdf';
      return (
        <>
          <Banner tone={tone}>{message}</Banner>
          {signature.kind === 'valid' && <SignedPart statement={signature.statement} isPdf={isPdf} />}
          <InTheFile details={details} />
        </>
      );
    }
  }
}

type Details = Extract<Verification, { details: unknown }>['details'];

function InTheFile({ details, isDoubtful = false }: { details: Details; isDoubtful?: boolean }) {
  if (details.length === 0) return null;
  return (
    <section className={layout.stack2}>
      <h3>In the file</h3>
      {isDoubtful && <p>The file says this of itself. Do not rely on it.</p>}
      <Facts items={details} />
    </section>
  );
}

type Held = Extract<Verification, { state: 'unchanged' | 'sameCells' }>;

/** Says what the checksums show, without a final period. */
function claimOf(name: string, held: Held): string {
  if (held.state === 'unchanged') return `${name} is unchanged since it was exported`;
  return held.why === 'savedAgain'
    ? `${name} is no longer the original file: a program has saved it again. Its cells match: they are those that were exported`
    : `${name} was exported by an earlier version, whose checksums cover its cells alone: a program may have saved it ` +
        'again since. Its cells match: they are those that were exported';
}

const noProof = 'anyone who forges a file can make new checksums.';

function verdict(
  claim: string,
  { state, signature }: Held,
  canSign: boolean,
): { tone: 'good' | 'warning'; message: string } {
  const asFar = `${claim}, as far as its checksums show.`;
  const tone = state === 'unchanged' ? 'good' : 'warning';
  switch (signature.kind) {
    case 'valid':
      return { tone, message: `${claim}, and signed by ${signature.statement.server}.` };
    case 'none':
      return canSign
        ? { tone: 'warning', message: `${asFar} It is not signed, and ${noProof}` }
        : { tone, message: `${asFar} This server does not sign exports, and ${noProof}` };
    case 'noKey':
      return { tone: 'warning', message: `${asFar} It is signed, but this server cannot check the signature.` };
    case 'unsupported':
      return {
        tone: 'warning',
        message:
          `${asFar} It is signed, but this browser cannot check the signature: ` +
          'that takes a current browser, and the console over HTTPS.',
      };
  }
}

function falseSignature(name: string, signature: FalseSignature): string {
  switch (signature.kind) {
    case 'otherKey':
      return (
        `${name} is not signed by this server: its signature names another key (${groups(signature.fingerprint)}). ` +
        'It comes from another server, or it is forged.'
      );
    case 'otherFile':
      return `${name} carries the signature of another file. Its content is not signed.`;
    case 'invalid':
      return `The signature in ${name} is not valid. Its content is not signed.`;
  }
}

function SignedPart({ statement, isPdf }: { statement: Statement; isPdf: boolean }) {
  const { server, user, signed_at, skip, rows, total, filters, key } = statement;
  const isWhole = rows === total;
  return (
    <section className={layout.stack2}>
      <h3>Signed by the server</h3>
      <p>
        {isPdf
          ? 'The server compared the exported rows with its records. The pages were drawn in the browser of the person named here.'
          : 'The server compared the rows with its records.'}
      </p>
      <Facts
        items={[
          { label: 'Server', value: server },
          { label: 'Exported by', value: user },
          { label: 'Signed on', value: formatTime(signed_at) },
          {
            label: 'Records',
            value: isWhole
              ? `${groupDigits(total)}, all that match`
              : `${groupDigits(skip + 1)} to ${groupDigits(skip + rows)} of ${groupDigits(total)} that match`,
          },
          { label: 'Filters', value: filtersText(filters) },
          { label: 'Key', value: groups(key) },
        ]}
      />
    </section>
  );
}

const filtersText = (filters: Statement['filters']) =>
  Object.entries(filters)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ') || 'None';

/** Splits a fingerprint into groups of four, to compare by eye. */
const groups = (hexadecimal: string) => hexadecimal.replace(/(.{4})(?=.)/g, '$1 ');
