// Credentials for HR systems that expire soon or have expired, as words and links.

import { paths } from '../../platform/boot/paths.ts';
import type { Attention } from '../../shared/contract/dashboard.ts';
import { connectionAddress } from '../hr/connectionAddress.ts';
import { expiryOf } from '../hr/expiry.ts';
import type { AttentionItem } from './attentionItems.ts';

export function credentialItems({ hr }: Attention): AttentionItem[] {
  const companies = (hr?.expiring ?? []).flatMap((company) => {
    const expiry = expiryOf(company.expires_on);
    return expiry ? [{ ...company, ...expiry }] : [];
  });
  const [first] = companies;
  if (!first) return [];
  const isOver = companies.some((company) => company.isOver);
  return [
    {
      text:
        companies.length === 1
          ? `Credentials for the HR system of ${first.company_name}`
          : `Credentials for the HR systems of ${companies.length} companies`,
      note: companies.length === 1 ? first.sentence : 'Enter new ones in the HR Connection of each',
      to: companies.length === 1 ? connectionAddress(first.company_id) : paths.hrSync,
      problem: isOver ? { word: 'Expired', tone: 'bad' } : { word: 'Expire soon', tone: 'warning' },
    },
  ];
}
