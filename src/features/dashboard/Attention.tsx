// Lists what needs a look today, the broken first and nothing twice, each a link to the records behind it.

import { Link } from 'wouter';
import { type Resource, useResource } from '../../platform/hooks/useResource.ts';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { useTodayOf } from '../../platform/lists/useCompanies.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import type { Attention as Figures } from '../../shared/contract/dashboard.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import {
  attentionItems,
  byUrgency,
  credentialItems,
  decisionItems,
  deviceItems,
  exceptionItems,
} from './attentionItems.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './Attention.module.css';

/** What the dashboard asks about today, once for all of its parts; nothing of a server that does not tell. */
export interface AttentionReads {
  figures: Resource<Figures>;
  exceptions: Answer<'GET /exceptions/counts'> | undefined;
}

export function useAttentionReads(): AttentionReads {
  const isOffered = useCanCall()('GET /attention');
  const figures = useResource('GET /attention', isOffered ? {} : null);
  return { figures, exceptions: useExceptionCounts() };
}

export function Attention({ reads: { figures, exceptions } }: { reads: AttentionReads }) {
  const seesUrls = useCanCall()('GET /company-urls/health-statistics');
  const health = useResource('GET /company-urls/health-statistics', seesUrls ? {} : null);
  const decisions = useDecisions();
  const devices = useDeviceCounts();
  const todayOf = useTodayOf();
  return (
    <Panel title="Needs attention">
      <ResourceView resource={figures} loading="Loading what needs attention…" lines={6}>
        {(data) => {
          const items = byUrgency([
            ...(devices ? deviceItems(devices) : []),
            ...credentialItems(data, todayOf),
            ...decisionItems(decisions),
            ...exceptionItems(exceptions ?? []),
            ...attentionItems(data, health.data?.offline ?? 0, exceptions !== undefined),
          ]);
          return (
            <ul className={layout.list}>
              {items.map(({ to, text, note, parts = [], problem }) => (
                <li key={to} className={`${layout.ruled} ${s.item}`}>
                  <span>
                    <Link href={to}>{text}</Link>
                    {note && <span className={s.note}>{note}</span>}
                    {parts.length > 0 && (
                      <span className={s.parts}>
                        {parts.map((part) => (
                          <Link key={part.to} href={part.to}>
                            {part.text}
                          </Link>
                        ))}
                      </span>
                    )}
                  </span>
                  <Badge tone={problem.tone}>{problem.word}</Badge>
                </li>
              ))}
              {items.length === 0 && <li className={s.item}>Nothing needs attention.</li>}
            </ul>
          );
        }}
      </ResourceView>
    </Panel>
  );
}

/** Read apart from the other figures, as the server computes these from all events of two weeks. */
function useExceptionCounts(): Answer<'GET /exceptions/counts'> | undefined {
  const canCall = useCanCall();
  const isOffered = canCall('GET /attention') && canCall('GET /exceptions/counts');
  const query = { ...lastTwoWeeks(), is_answered: false };
  return useResource('GET /exceptions/counts', isOffered ? { query } : null).data;
}

function useDecisions(): number {
  const mayDecide = useCanCall()('POST /corrections/decide');
  const query = { for_me: true, per_page: 1 };
  return useResource('GET /corrections', mayDecide ? { query } : null).data?.total ?? 0;
}

function useDeviceCounts(): Answer<'GET /devices/counts'> | undefined {
  const isOffered = useCanCall()('GET /devices/counts');
  return useResource('GET /devices/counts', isOffered ? {} : null).data;
}
