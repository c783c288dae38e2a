// What may make a device's events wrong or incomplete, the worst first, each with the way to its evidence.

import { Link } from 'wouter';
import type { Claim } from '../../../shared/contract/devices.ts';
import { claimName } from '../../../shared/words/deviceWords.ts';
import { formatTime } from '../../../shared/words/time.ts';
import { Badge } from '../../../platform/ui/data/Badge.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { VisuallyHidden } from '../../../platform/ui/layout/VisuallyHidden.tsx';
import { levelTone, worstFirst } from '../words.ts';
import { evidenceAddress } from './evidenceAddress.ts';
import * as s from './Claims.module.css';

interface ClaimsProps {
  controllerId: number;
  claims: readonly Claim[];
  /** Nothing is claimed of a device that does not exist. */
  hasDevice: boolean;
}

export function Claims({ controllerId, claims, hasDevice }: ClaimsProps) {
  if (claims.length === 0) {
    return (
      <p className={s.none}>
        <Icon name={hasDevice ? 'check' : 'warning'} />
        {hasDevice ? 'No problem is known.' : 'No device is connected yet.'}
      </p>
    );
  }
  return (
    <ul className={s.claims}>
      {worstFirst(claims).map((claim, index) => (
        <ClaimRow key={index} claim={claim} to={evidenceAddress(controllerId, claim)} />
      ))}
    </ul>
  );
}

function ClaimRow({ claim: { kind, level, sentence, since }, to }: { claim: Claim; to: string | undefined }) {
  return (
    <li className={s.claim}>
      <span>
        <Badge tone={levelTone(level)}>{claimName(kind)}</Badge>
      </span>
      <span className={s.sentence}>{sentence}</span>
      {since && <span className={s.since}>since {formatTime(since).slice(0, 16)}</span>}
      {to && (
        <Link href={to} className={s.evidence}>
          Show the evidence
          <VisuallyHidden> of: {claimName(kind)}</VisuallyHidden>
        </Link>
      )}
    </li>
  );
}
