// Below the claim that a door is silent: whose events are probably missing, and what to do.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { useOffered } from '../../../platform/hooks/useOffered.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { doorAddress, personAddress } from '../../../platform/records/recordLinkTo.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';
import { FailedReads } from '../../../platform/ui/feedback/FailedReads.tsx';
import { kindOfDevice, needsApproval } from '../../../shared/contract/deviceKinds.ts';
import type { DeviceSetup, MissedPeople } from '../../../shared/contract/devices.ts';
import { addressOf } from '../../../shared/words/address.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './StateTab.module.css';

export function SilentDoor({ setup }: { setup: DeviceSetup }) {
  const missed = useOffered('GET /access-controllers/{id}/device/missed', { id: setup.controller.id });
  return (
    <div className={s.silence}>
      <FailedReads whole="everyone whose events are missing" reads={[missed]} />
      {missed.data && <Concerned missed={missed.data} />}
      <section aria-label="What to do" className={layout.stack1}>
        <h3>What to do</h3>
        <ol className={s.steps}>
          {setup.claims.some(({ kind }) => kind === 'refused') && (
            <li>Its requests were refused lately: look first at why, below.</li>
          )}
          <SilentNeighbours setup={setup} />
          {advice(setup).map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Concerned({ missed: { usual, unseen, people } }: { missed: MissedPeople }) {
  const mayOpen = useCanCall()('GET /timesheets');
  return (
    <section aria-label="Whose events are missing" className={layout.stack1}>
      <h3>Whose events are missing</h3>
      {unseen === 0 ? (
        <p>
          {usual === 0
            ? 'No one passes it regularly, so there may be none.'
            : `${inPeople(usual)} usually pass it, and all have events of other doors since then.`}
        </p>
      ) : (
        <p>
          {groupDigits(unseen)} of {inPeople(usual)} who usually pass it {unseen === 1 ? 'has' : 'have'} no event since
          then, at any door: their hours and Who Is In may be wrong.
        </p>
      )}
      {people.length > 0 && (
        <p>
          {people.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              {mayOpen ? <Link href={personAddress(id, 'timesheet')}>{name}</Link> : name}
            </span>
          ))}
          {unseen > people.length && ` and ${groupDigits(unseen - people.length)} more`}
        </p>
      )}
    </section>
  );
}

const inPeople = (count: number): string => (count === 1 ? '1 person' : `${groupDigits(count)} people`);

/** Points to the site's network or power if several of the company's doors are silent. */
function SilentNeighbours({ setup: { company } }: { setup: DeviceSetup }) {
  const filters = { company_id: company.id, claim: 'silent' } as const;
  const { data } = useResource('GET /devices', { query: { ...filters, per_page: 1 } });
  if (!data || data.total < 2) return null;
  return (
    <li>
      <Link href={addressOf(paths.accessControllers, filters)}>
        {groupDigits(data.total)} doors of {company.name}
      </Link>{' '}
      are silent: look first whether their site has lost its network or its power.
    </li>
  );
}

/** Most frequent causes first. */
function advice({ controller, device, rules, devices_url, webhook_url }: DeviceSetup): readonly ReactNode[] {
  const kind = rules?.kind ?? 'webhook';
  const connect = doorAddress(controller.id, 'connect');
  if (kind === 'webhook') {
    return [
      <>
        Ask the operator of the gateway whether it is running and still reaches <strong>{webhook_url}</strong>.
      </>,
      'Let it send the events since then again: none is counted twice.',
    ];
  }
  if (!device && needsApproval(kind)) {
    return [
      <>
        No device is connected, so no events count. <Link href={connect}>Connect a device</Link>
      </>,
    ];
  }
  const values = <Link href={connect}>All values to enter</Link>;
  return [
    'Check that it is switched on, and that its network cable or Wi-Fi works.',
    devices_url ? (
      <>
        Compare the server address in its menu: it must lead to <strong>{devices_url}</strong>. {values} are in Connect.
      </>
    ) : (
      'This server does not listen for devices now: ask its operator to set DEVICES_PORT.'
    ),
    kindOfDevice(kind)?.pollSeconds ? (
      'It keeps its events meanwhile and sends them once it calls again.'
    ) : (
      <>
        It may not repeat what it could not send: save its events to a file and{' '}
        <Link href={doorAddress(controller.id, 'events')}>upload that</Link>.
      </>
    ),
  ];
}
