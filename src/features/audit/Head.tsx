// The last entry's hash, to be kept elsewhere: with it, an end that is cut off is found.

import { useRef } from 'react';
import { formatTime } from '../../shared/words/time.ts';
import { groupDigits } from '../../shared/words/groupDigits.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { CopyButton } from '../../platform/ui/CopyButton.tsx';
import * as s from './Head.module.css';

export function Head() {
  const { data: head } = useResource('GET /audit/head', {});
  const shown = useRef<HTMLElement>(null);
  if (!head || head.id === 0) return null;
  return (
    <section aria-label="Last entry" className={s.head}>
      <p>
        {`The last of ${groupDigits(head.id)} entries is of ${formatTime(head.at)}. Keep its hash elsewhere: it proves later
        that nothing before it was altered, and that the end was not cut off.`}
      </p>
      <p className={s.hash}>
        <code ref={shown} className={s.code}>
          {head.hash}
        </code>
        <CopyButton name="Hash of the Last Entry" text={head.hash} shown={shown} />
      </p>
    </section>
  );
}
