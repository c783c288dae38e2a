// The very requests that a sync would send, each collapsed. Secrets are hidden by the server.

import { useRef } from 'react';
import type { PlannedRequest } from '../../../shared/contract/hr.ts';
import { plural } from '../../../shared/words/plural.ts';
import { CopyButton } from '../../../platform/ui/CopyButton.tsx';
import { RawText } from '../../../platform/ui/data/RawText.tsx';
import * as layout from '../layout.module.css';
import { indented } from './indented.ts';
import * as s from './Requests.module.css';

interface RequestsProps {
  requests: readonly PlannedRequest[];
  /** Of which these are the first. */
  count: number;
}

export function Requests({ requests, count }: RequestsProps) {
  if (requests.length === 0) return <p>No request would be sent.</p>;
  return (
    <section aria-label="Requests" className={layout.stack}>
      <h4>
        {plural(count, 'request')} would be sent{count > requests.length && `, of which these are the first`}
      </h4>
      <ol className={s.requests}>
        {requests.map((request, index) => (
          <Request key={index} number={index + 1} {...request} />
        ))}
      </ol>
    </section>
  );
}

function Request({ number, method, url, headers, body }: PlannedRequest & { number: number }) {
  const shown = useRef<HTMLDivElement>(null);
  const text = indented(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <li>
      <details className={s.request}>
        <summary>
          <b>{method}</b> {url}
        </summary>
        <div className={layout.stack}>
          {lines.length > 0 && <RawText label={`Headers of request ${number}`} text={lines.join('\n')} />}
          {body && (
            <>
              <div ref={shown}>
                <RawText label={`Body of request ${number}`} text={text} />
              </div>
              <div>
                <CopyButton name={`Body of Request ${number}`} text={text} shown={shown} />
              </div>
            </>
          )}
        </div>
      </details>
    </li>
  );
}
