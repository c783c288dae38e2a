// What the check of an exported file found.

import type { Statement } from '../../contract/entities/signedExport.ts';
import type { SignatureResult } from '../../export/proof/signature.ts';
import type { Verification } from '../../export/proof/verify.ts';
import { groupDigits } from '../../format/groupDigits.ts';
import { formatTime } from '../../format/time.ts';
import { Facts } from '../../ui/data/CardGrid.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import * as s from './VerifyFile.module.css';

interface VerifyResultProps {
  name: string;
  verification: Verification;
  /** Whether the server signs exports. */
  canSign: boolean;
}

export function VerifyResult({ name, verification, canSign }: VerifyResultProps) {
  switch (verification.state) {
    case 'notExported':
      return <Banner tone="warning">{`${name} was not exported here, or its checksums are missing.`}</Banner>;
    case 'changed':
      return (
        <>
          <Banner tone="bad">{`${name} was changed after it was exported. ${verification.difference}`}</Banner>
          <Facts items={verification.details} />
        </>
      );
    case 'unchanged': {
      const { signature, format, details } = verification;
      const { tone, message } = verdict(name, signature, canSign);
      return (
        <>
          <Banner tone={tone}>{message}</Banner>
          {signature.kind === 'valid' && <SignedPart statement={signature.statement} isPdf={format === 'pdf'} />}
          <section className={s.facts}>
            <h3>In the File</h3>
            <Facts items={details} />
          </section>
        </>
      );
    }
  }
}

const noProof = 'anyone who forges a file can make new checksums.';

function verdict(
  name: string,
  signature: SignatureResult,
  canSign: boolean,
): { tone: 'good' | 'warning' | 'bad'; message: string } {
  const isUnchanged = `${name} is unchanged since it was exported`;
  const seemsUnchanged = `${isUnchanged}, as far as its checksums show.`;
  switch (signature.kind) {
    case 'valid':
      return { tone: 'good', message: `${isUnchanged}, and signed by ${signature.statement.server}.` };
    case 'none':
      return canSign
        ? { tone: 'warning', message: `${name} is not signed. Its checksums match, but ${noProof}` }
        : { tone: 'good', message: `${seemsUnchanged} This server does not sign exports, and ${noProof}` };
    case 'noKey':
      return {
        tone: 'warning',
        message: `${seemsUnchanged} It is signed, but this server cannot check the signature.`,
      };
    case 'unsupported':
      return {
        tone: 'warning',
        message:
          `${seemsUnchanged} It is signed, but this browser cannot check the signature: ` +
          'that takes a current browser, and the console over HTTPS.',
      };
    case 'otherKey':
      return {
        tone: 'bad',
        message:
          `${name} is not signed by this server: its signature names another key (${groups(signature.fingerprint)}). ` +
          'It comes from another server, or it is forged.',
      };
    case 'otherFile':
      return { tone: 'bad', message: `${name} carries the signature of another file. Its content is not signed.` };
    case 'invalid':
      return { tone: 'bad', message: `The signature in ${name} is not valid. Its content is not signed.` };
  }
}

function SignedPart({ statement, isPdf }: { statement: Statement; isPdf: boolean }) {
  const { server, user, signed_at, skip, rows, total, filters, key } = statement;
  const isWhole = rows === total;
  return (
    <section className={s.facts}>
      <h3>Signed by the Server</h3>
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

/** A fingerprint in groups of four, to be compared by eye. */
const groups = (hexadecimal: string) => hexadecimal.replace(/(.{4})(?=.)/g, '$1 ');
