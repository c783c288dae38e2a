import { useEffect } from 'react';
import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Badge } from '../../platform/ui/data/Badge.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { connectionAddress } from '../hr/hrAddresses.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './laterParts.module.css';

interface Step {
  label: string;
  hint: string;
  to: string;
  /** Undefined while it is not known. */
  done: boolean | undefined;
}

/** `onDone` is called once all are done: the panel stays until the dashboard is opened again. */
export default function FirstSteps({ onHide, onDone }: { onHide(): void; onDone(): void }) {
  const steps = useSteps();
  const isDone = steps.every(({ done }) => done);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onDone` is new with every render, and does the same.
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  return (
    <Panel
      title="First steps"
      aside={
        <Button kind="quiet" onClick={onHide}>
          Hide First Steps
        </Button>
      }
    >
      <ol className={`${layout.list} ${s.steps}`}>
        {steps.map(({ label, hint, to, done }) => (
          <li key={label} className={`${layout.ruled} ${s.step}`}>
            <div>
              <Link href={to}>{label}</Link>
              <p className={layout.muted}>{hint}</p>
            </div>
            {done !== undefined && <Badge tone={done ? 'good' : 'neutral'}>{done ? 'Done' : 'To Do'}</Badge>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function useSteps(): Step[] {
  const settings = useResource('GET /settings', {}).data;
  const companies = useResource('GET /companies', { query: { page: 1 } }).data;
  const controllers = useResource('GET /access-controllers', { query: { page: 1 } }).data;
  const employees = useResource('GET /employees', { query: { page: 1 } }).data;
  const events = useResource('GET /attendance', { query: { page: 1, per_page: 1 } }).data;
  const withHr = companies?.data.find(({ urls }) => urls.some(({ url_type }) => url_type === 'hr_system'));
  const hr = useResource('GET /hr-sync/companies/{id}/status', withHr ? { id: withHr.id } : null).data;
  const first = withHr ?? companies?.data[0];
  const hrAddress = first ? connectionAddress(first.id) : paths.companies;
  const hasSome = (page: { total: number } | undefined) => page && page.total > 0;
  const addAt = (path: string) => `${path}?add=1`;
  return [
    {
      label: 'Set the time zone',
      hint: 'It decides when a day begins, and which times are shown.',
      to: paths.settings,
      done: settings?.some(({ key }) => key === 'business_timezone'),
    },
    {
      label: 'Add a company',
      hint: 'Controllers and employees belong to companies.',
      to: hasSome(companies) ? paths.companies : addAt(paths.companies),
      done: hasSome(companies),
    },
    {
      label: 'Add its HR system',
      hint: 'Its address, and what kind of system receives the attendance there.',
      to: hrAddress,
      done: companies && withHr !== undefined,
    },
    {
      label: 'Add an access controller',
      hint: 'A door at which people check in and out.',
      to: hasSome(controllers) ? paths.accessControllers : addAt(paths.accessControllers),
      done: hasSome(controllers),
    },
    {
      label: 'Receive the first event',
      hint: 'Connect a Device says what to enter at the door, and waits for the event.',
      to: hasSome(events) ? `${paths.attendance}?start_date=&end_date=` : paths.accessControllers,
      done: hasSome(events),
    },
    {
      label: 'Add employees',
      hint: 'With the IDs that the door sends: one by one, or from a spreadsheet with Import.',
      to: paths.employees,
      done: hasSome(employees),
    },
    {
      label: 'Try the HR sync',
      hint: 'First with a dry run, which sends nothing, under HR Sync Configuration.',
      to: hrAddress,
      done: companies && Boolean(hr?.last_run),
    },
  ];
}
