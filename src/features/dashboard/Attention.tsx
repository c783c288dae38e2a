// Lists what needs a look today, the broken first and nothing twice, each a link to the records behind it.

import { Link } from 'wouter';
import { type Resource, useResource } from '../../platform/hooks/useResource.ts';
import { ResourceView } from '../../platform/lists/ResourceView.tsx';
import { useTodayOf } from '../../platform/lists/useCompanies.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import { Banner } from '../../platform/ui/feedback/Banner.tsx';
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
  exceptions: Resource<Answer<'GET /exceptions/counts'>>;
}

export function useAttentionReads(): AttentionReads {
  const canCall = useCanCall();
  const isOffered = canCall('GET /attention');
  const figures = useResource('GET /attention', isOffered ? {} : null);
  // Read apart from the other figures, as the server computes these from all events of two weeks.
  const query = { ...lastTwoWeeks(), is_answered: false };
  const exceptions = useResource(
    'GET /exceptions/counts',
    isOffered && canCall('GET /exceptions/counts') ? { query } : null,
  );
  return { figures, exceptions };
}

export function Attention({ reads: { figures, exceptions } }: { reads: AttentionReads }) {
  const canCall = useCanCall();
  const health = useResource(
    'GET /company-urls/health-statistics',
    canCall('GET /company-urls/health-statistics') ? {} : null,
  );
  const devices = useResource('GET /devices/counts', canCall('GET /devices/counts') ? {} : null);
  const mayDecide = canCall('POST /corrections/decide');
  const decisions = useResource('GET /corrections', mayDecide ? { query: { for_me: true, per_page: 1 } } : null);
  const todayOf = useTodayOf();
  const others = [exceptions, devices, decisions, health];
  const failed = others.filter(({ error }) => error && error.kind !== 'notFound');
  const isWhole = failed.length === 0 && others.every(({ loading }) => !loading);
  function reloadFailed() {
    for (const { reload } of failed) reload();
  }
  return (
    <Panel title="Needs attention">
      {failed[0] && (
        <Banner tone="bad" onRetry={reloadFailed}>
          Not all of it could be loaded. {failed[0].error?.message}
        </Banner>
      )}
      <ResourceView resource={figures} loading="Loading what needs attention…" lines={6}>
        {(data) => {
          const items = byUrgency([
            ...(devices.data ? deviceItems(devices.data) : []),
            ...credentialItems(data, todayOf),
            ...decisionItems(decisions.data?.total ?? 0),
            ...exceptionItems(exceptions.data ?? []),
            ...attentionItems(data, health.data?.offline ?? 0, exceptions.data !== undefined),
          ]);
          return (
            <ul className={layout.list}>
              {items.map(({ to, text, note, parts = [], problem }) => (
                <ListRow key={to} end={<Badge tone={problem.tone}>{problem.word}</Badge>}>
                  <Link href={to}>{text}</Link>
                  {note && <p className={layout.muted}>{note}</p>}
                  {parts.length > 0 && (
                    <p className={s.parts}>
                      {parts.map((part) => (
                        <Link key={part.to} href={part.to}>
                          {part.text}
                        </Link>
                      ))}
                    </p>
                  )}
                </ListRow>
              ))}
              {items.length === 0 && isWhole && <ListRow>Nothing needs attention.</ListRow>}
            </ul>
          );
        }}
      </ResourceView>
    </Panel>
  );
}
