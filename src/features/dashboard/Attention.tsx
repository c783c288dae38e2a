// Lists what needs attention today, in words with a link to the records behind each figure: what is broken first, and
// nothing twice.

import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { useOffered } from '../../platform/hooks/useOffered.ts';
import { type Resource, useResource } from '../../platform/hooks/useResource.ts';
import { useTodayOf } from '../../platform/lists/useCompanies.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { ListRow } from '../../platform/ui/data/ListRow.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { FailedReads, failedOf } from '../../platform/ui/feedback/FailedReads.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import type { Attention as Figures } from '../../shared/contract/dashboard.ts';
import type { DeviceCounts } from '../../shared/contract/devices.ts';
import { addressOf } from '../../shared/words/address.ts';
import { expiryOf } from '../../shared/words/credentialExpiry.ts';
import { exceptionName } from '../../shared/words/exceptionWords.ts';
import { lastTwoWeeks } from '../../shared/words/periods.ts';
import { groupDigits, plural } from '../../shared/words/plural.ts';
import { forMeAddress } from '../corrections/addresses.ts';
import { connectionAddress } from '../hr/hrAddresses.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './DashboardScreen.module.css';

/** What the dashboard reads about today, once for all of its parts; nothing if the server does not offer it. */
export interface AttentionReads {
  figures: Resource<Figures>;
  exceptions: Resource<Answer<'GET /exceptions/counts'>>;
}

export function useAttentionReads(): AttentionReads {
  const isOffered = useCanCall()('GET /attention');
  const figures = useOffered('GET /attention', {});
  // Read apart from the other figures, since the server computes these from all events of two weeks.
  const query = { ...lastTwoWeeks(), is_answered: false };
  const exceptions = useOffered('GET /exceptions/counts', isOffered ? { query } : null);
  return { figures, exceptions };
}

export function Attention({ reads: { figures, exceptions } }: { reads: AttentionReads }) {
  const health = useOffered('GET /company-urls/health-statistics', {});
  const devices = useOffered('GET /devices/counts', {});
  const mayDecide = useCanCall()('POST /corrections/decide');
  const decisions = useResource('GET /corrections', mayDecide ? { query: { for_me: true, per_page: 1 } } : null);
  const todayOf = useTodayOf();
  const others = [exceptions, devices, decisions, health];
  const isWhole = failedOf(others).length === 0 && others.every(({ loading }) => !loading);
  return (
    <Panel title="Needs attention">
      <FailedReads whole="all of it" reads={others} />
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

interface AttentionItem {
  text: string;
  note?: string;
  to: string;
  /** Its parts, each with its own link. */
  parts?: readonly { text: string; to: string }[];
  problem: { word: string; tone: 'bad' | 'warning' };
}

/** Links to records without the default day and filters, so that all that was counted is shown. */
export const records = (filters: Record<string, string | number>) =>
  addressOf(paths.attendance, { start_date: '', end_date: '', ...filters });

/** Sorts what is broken before what may wait, and otherwise keeps the order. */
const byUrgency = (items: readonly AttentionItem[]): AttentionItem[] =>
  items.toSorted((one, other) => Number(one.problem.tone === 'warning') - Number(other.problem.tone === 'warning'));

export const weekdayOf = (day: string) => new Date(`${day}T12:00:00`).toLocaleDateString('en', { weekday: 'long' });

/** `hasExceptions`: the exceptions are listed, and name the unknown people already. */
function attentionItems({ unknown, hr }: Figures, offline: number, hasExceptions: boolean): AttentionItem[] {
  const { failed = 0, waiting = 0 } = hr ?? {};
  const { events, start_date, end_date } = unknown;
  return counted([
    {
      count: failed,
      text: `${plural(failed, 'record')} rejected by HR systems`,
      note: 'They need a manual retry',
      to: records({ hr_state: 'failed' }),
      problem: { word: 'Rejected', tone: 'bad' },
    },
    {
      count: offline,
      text: `${plural(offline, 'company URL')} offline`,
      note: 'At their last health check',
      to: addressOf(paths.companies, { url_health: 'offline' }),
      problem: { word: 'Offline', tone: 'bad' },
    },
    {
      count: hasExceptions ? 0 : events,
      text: `${plural(events, 'event')} of unknown people`,
      note: 'In the last 14 days, with IDs that no employee has',
      to: records({ employee_id: 0, start_date, end_date }),
      problem: { word: 'Unknown', tone: 'warning' },
    },
    {
      count: waiting,
      text: `${plural(waiting, 'record')} not accepted yet`,
      note: 'They are sent automatically',
      to: records({ hr_state: 'waiting' }),
      problem: { word: 'Will retry', tone: 'warning' },
    },
  ]);
}

/** Leaves out items with a count of zero. */
const counted = (items: (AttentionItem & { count: number })[]): AttentionItem[] =>
  items.filter(({ count }) => count > 0);

const claimed = (claim: string) => addressOf(paths.accessControllers, { claim });

function deviceItems(counts: DeviceCounts): AttentionItem[] {
  const { silent, never_heard, drifting, memory_full, memory_cleared, waiting } = counts;
  return counted([
    {
      count: silent,
      text: `${plural(silent, 'device')} silent`,
      note: 'Not heard for longer than expected',
      to: claimed('silent'),
      problem: { word: 'Silent', tone: 'bad' },
    },
    {
      count: memory_cleared,
      text: `${plural(memory_cleared, 'device')} with a cleared memory`,
      note: 'Events that had not been sent are lost',
      to: claimed('memory_cleared'),
      problem: { word: 'Cleared', tone: 'bad' },
    },
    {
      count: never_heard,
      text: `${plural(never_heard, 'device')} not heard yet`,
      note: 'Set up, but no call and no event came',
      to: claimed('never_heard'),
      problem: { word: 'Never heard', tone: 'warning' },
    },
    {
      count: drifting,
      text: `${plural(drifting, 'device')} with a wrong clock`,
      note: 'Over two minutes off, so event times are wrong',
      to: claimed('drifting'),
      problem: { word: 'Drifting', tone: 'warning' },
    },
    {
      count: memory_full,
      text: `${plural(memory_full, 'device')} nearly full`,
      note: 'A full one overwrites its oldest events',
      to: claimed('memory_full'),
      problem: { word: 'Nearly full', tone: 'warning' },
    },
    {
      count: waiting,
      text: `${plural(waiting, 'device')} not approved yet`,
      note: 'Events count once somebody approves the device',
      to: paths.accessControllers,
      problem: { word: 'Waiting', tone: 'warning' },
    },
  ]);
}

/** Finds credentials for HR systems that expire soon or have expired. */
function credentialItems({ hr }: Figures, todayOf: (companyId: number) => string): AttentionItem[] {
  const companies = (hr?.expiring ?? []).flatMap((company) => {
    const expiry = expiryOf(company.expires_on, todayOf(company.company_id));
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
      note: companies.length === 1 ? first.sentence : 'Enter new ones in the HR connection of each',
      to: companies.length === 1 ? connectionAddress(first.company_id) : paths.hrSync,
      problem: isOver ? { word: 'Expired', tone: 'bad' } : { word: 'Expire soon', tone: 'warning' },
    },
  ];
}

/** Names the exceptions that wait for an answer, by kind. The inbox shows the same days by default. */
function exceptionItems(counts: Answer<'GET /exceptions/counts'>): AttentionItem[] {
  const kinds = counts.filter(({ total }) => total > 0);
  const total = kinds.reduce((sum, each) => sum + each.total, 0);
  if (total === 0) return [];
  return [
    {
      text: `${plural(total, 'exception')} to answer`,
      to: paths.exceptions,
      parts: kinds.map(({ kind, total: count }) => ({
        text: `${exceptionName(kind)}: ${groupDigits(count)}`,
        to: addressOf(paths.exceptions, { kind }),
      })),
      problem: { word: 'To answer', tone: 'warning' },
    },
  ];
}

const decisionItems = (waiting: number): AttentionItem[] =>
  counted([
    {
      count: waiting,
      text: `${plural(waiting, 'correction')} of others to decide`,
      note: 'They count once you have approved them',
      to: forMeAddress,
      problem: { word: 'For you', tone: 'warning' },
    },
  ]);
