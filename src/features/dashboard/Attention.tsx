// Lists what needs a look today, each number a link to the records behind it, on a server that counts them.

import { Link } from 'wouter';
import type { Answer } from '../../shared/contract/calls.ts';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { attentionItems, byUrgency, credentialItems, deviceItems, exceptionItems } from './attentionItems.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './Attention.module.css';

export function Attention() {
  const figures = useResource('GET /attention', {});
  const health = useResource('GET /company-urls/health-statistics', {});
  const exceptions = useExceptionCounts();
  const devices = useDeviceCounts();
  return (
    <Panel title="Needs Attention">
      <ResourceView resource={figures} skeleton={<LineSkeleton label="Loading what needs attention…" lines={6} />}>
        {(data) => {
          const items = byUrgency([
            ...(devices ? deviceItems(devices) : []),
            ...credentialItems(data),
            ...attentionItems(data, health.data?.offline ?? 0),
            ...exceptionItems(exceptions),
          ]);
          return (
            <ul className={layout.list}>
              {items.map(({ to, text, note, problem }) => (
                <li key={to} className={s.item}>
                  <span>
                    <Link href={to}>{text}</Link>
                    {note && <span className={s.note}>{note}</span>}
                  </span>
                  {problem && <Badge tone={problem.tone}>{problem.word}</Badge>}
                </li>
              ))}
              {!items.some(({ problem }) => problem) && <li className={s.item}>Nothing else needs attention.</li>}
            </ul>
          );
        }}
      </ResourceView>
    </Panel>
  );
}

const noCounts: Answer<'GET /exceptions/counts'> = [];

/** Read apart from the other figures, as the server computes these from all events of two weeks. */
function useExceptionCounts(): Answer<'GET /exceptions/counts'> {
  const isOffered = useCanCall()('GET /exceptions/counts');
  const query = { ...lastTwoWeeks(), is_answered: false };
  return useResource('GET /exceptions/counts', isOffered ? { query } : null).data ?? noCounts;
}

function useDeviceCounts(): Answer<'GET /devices/counts'> | undefined {
  const isOffered = useCanCall()('GET /devices/counts');
  return useResource('GET /devices/counts', isOffered ? {} : null).data;
}
