// Where the HR system is: the company's URL of the type hr_system, which is changed among its URLs.

import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import type { HrConnection } from '../../../shared/contract/entities/hrConnections.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { BreakableText } from '../../../platform/ui/data/BreakableText.tsx';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { ExternalLink } from '../../../platform/ui/layout/ExternalLink.tsx';
import * as s from './ConnectionDialog.module.css';

interface AddressProps {
  connection: HrConnection;
  /** Of the chosen system. */
  example: string | undefined;
}

export function Address({ connection: { url, company_name }, example }: AddressProps) {
  const canCall = useCanCall();
  const companies = addressOf(paths.companies, { q: company_name });
  const link = canCall('GET /companies') && (
    <Link href={companies}>{url ? 'Change it in URLs' : 'Add it in URLs'}</Link>
  );
  return (
    <div className={s.address}>
      <div className={s.label}>Address</div>
      {url ? (
        <p>
          <ExternalLink href={url}>
            <BreakableText>{url}</BreakableText>
          </ExternalLink>{' '}
          {link}
        </p>
      ) : (
        <Banner tone="warning" action={link}>
          The company has no active URL of the type HR system yet, so nothing can be tested or sent.
        </Banner>
      )}
      {example && <p className={s.hint}>Such as {example}</p>}
    </div>
  );
}
