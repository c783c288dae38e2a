// Third step: the device that called, its approval, and its first event.

import { Fragment, useRef, useState } from 'react';
import { useAction } from '../../../../platform/hooks/useAction.ts';
import { useForm } from '../../../../platform/hooks/useForm.ts';
import { useNow } from '../../../../platform/hooks/useNow.ts';
import { seesAllCompanies } from '../../../../platform/lists/CompanyBadges.tsx';
import { useUser } from '../../../../platform/session/session.tsx';
import { Button } from '../../../../platform/ui/Button.tsx';
import { TimeAgo } from '../../../../platform/ui/data/TimeAgo.tsx';
import { Banner } from '../../../../platform/ui/feedback/Banner.tsx';
import { Form } from '../../../../platform/ui/forms/Form.tsx';
import { TextField } from '../../../../platform/ui/forms/TextField.tsx';
import { Icon } from '../../../../platform/ui/Icon.tsx';
import { ConfirmCall } from '../../../../platform/ui/overlays/Confirm.tsx';
import { DialogButton } from '../../../../platform/ui/overlays/DialogButton.tsx';
import { type DeviceKind, kindOfDevice, needsApproval } from '../../../../shared/contract/deviceKinds.ts';
import type { Device, DeviceSetup } from '../../../../shared/contract/devices.ts';
import { required } from '../../../../shared/contract/validate.ts';
import { deviceName } from '../../../../shared/words/deviceWords.ts';
import { plural } from '../../../../shared/words/plural.ts';
import { clockTime } from '../../../../shared/words/time.ts';
import { signedOffset } from '../../../../shared/words/timeZones.ts';
import { driftInWords, inactiveDoor } from '../../words.ts';
import { dropSecrets, usePairing } from '../pairing.ts';
import { FirstEvent, Waiting } from './FirstEvent.tsx';
import * as layout from '../../../../platform/ui/layout/layout.module.css';
import * as s from './WaitStep.module.css';

interface WaitStepProps {
  setup: DeviceSetup;
  kind: DeviceKind;
}

export function WaitStep({ setup, kind }: WaitStepProps) {
  const { device } = setup;
  const { knownBy } = kindOfDevice(kind);
  const now = useNow();
  /** Takes the focus when an approval removes the pressed button. */
  const place = useRef<HTMLDivElement>(null);
  const findsAll = seesAllCompanies(useUser()) || knownBy !== 'serial';
  // Without an open pairing, no device is sought to replace the present one: the step offers neither unknown devices
  // that happen to call nor a serial number.
  const isSought = !device || isPairing(setup, now);
  const waiting = isSought || knownBy !== 'serial' ? setup.waiting : [];
  return (
    <div ref={place} tabIndex={-1} className={`${layout.stack3} ${s.wait}`}>
      {!setup.is_active && <Banner tone="warning">{inactiveDoor}</Banner>}
      {device && <Connected setup={setup} device={device} kind={kind} />}
      {device && <ClockQuestion setup={setup} device={device} />}
      {(device || kind === 'webhook') && <FirstEvent setup={setup} kind={kind} />}
      {knownBy === 'secret' && !device && <Waiting>Waiting for the first message…</Waiting>}
      {needsApproval(kind) && (
        <>
          {waiting.map((each) => (
            <Fragment key={each.id}>
              <HeardDevice setup={setup} device={each} kind={kind} onApproved={() => place.current?.focus()} />
              <ClockQuestion setup={setup} device={each} />
            </Fragment>
          ))}
          {!findsAll && isSought && waiting.length === 0 && <BySerial setup={setup} kind={kind} />}
          <Pairing setup={setup} kind={kind} />
        </>
      )}
    </div>
  );
}

/** Remaining time for an approval, and a button to start again afterwards. */
function Pairing({ setup, kind }: WaitStepProps) {
  const { device, waiting, pairing_until: until } = setup;
  const now = useNow();
  const pairing = usePairing();
  const begin = () => void pairing.run({ id: setup.controller.id, body: { kind } });
  if (isPairing(setup, now)) {
    if (waiting.length > 0) return null;
    const minutes = Math.ceil((Date.parse(until) - now) / 60_000);
    return (
      <Waiting note={`${plural(minutes, 'minute')} left, until ${clockTime(until)}`}>
        {device ? 'Waiting for another device to call…' : 'Waiting for the device to call…'}
      </Waiting>
    );
  }
  if (!device && waiting.length > 0) return null;
  return (
    <>
      <div className={`${layout.row} ${s.waiting}`}>
        <p className={device ? s.muted : s.words}>
          {device
            ? 'Has the device been replaced? The new one then takes its place.'
            : 'The 30 minutes in which a device can be approved are over.'}
        </p>
        <Button size={device ? 'small' : 'normal'} busy={pairing.busy} onClick={begin}>
          {device ? 'Connect Another Device' : 'Wait Another 30 Minutes'}
        </Button>
      </div>
      {pairing.error && <Banner tone="bad">{pairing.error}</Banner>}
    </>
  );
}

const rules = { serial: [required('Serial number is required')] };

/** For users who do not see all companies, and find a waiting device only by its serial number. */
function BySerial({ setup, kind }: WaitStepProps) {
  const [sought, setSought] = useState('');
  const pairing = usePairing();
  const form = useForm({
    initial: { serial: '' },
    rules,
    async send(values) {
      const serial = values.serial.trim();
      const outcome = await pairing.run({ id: setup.controller.id, body: { kind, serial } });
      if (outcome.ok) setSought(serial);
      return outcome;
    },
    action: pairing,
    stays: true,
  });
  return (
    <Form form={form} label="Serial number">
      <TextField
        name="serial"
        label="Serial number of the device"
        hint={
          sought
            ? `${sought} has not called yet. It appears here as soon as it does, unless another company has it or waits for it: then ask somebody who sees all companies.`
            : 'On its label, or in its menu under System Info, Device Info'
        }
        spellCheck={false}
        trailing={() => (
          <Button type="submit" busy={pairing.busy}>
            Look for It
          </Button>
        )}
        required
      />
    </Form>
  );
}

interface DeviceProps extends WaitStepProps {
  device: Device;
}

/** A device that called and waits for approval, with its description of itself. */
function HeardDevice({ setup, device, kind, onApproved }: DeviceProps & { onApproved(): void }) {
  const pairing = usePairing();
  const approving = useAction('POST /access-controllers/{id}/device/approve', { after: onApproved });
  const label = setup.device ? 'Approve in Its Place' : 'Approve';
  const isOpen = isPairing(setup, useNow());
  const error = pairing.error ?? approving.error;

  async function approve() {
    if (!isOpen) {
      const paired = await pairing.run({ id: setup.controller.id, body: { kind, serial: device.serial } });
      if (!paired.ok) return;
    }
    await approving.run({ id: setup.controller.id, body: { device_id: device.id } });
  }
  return (
    <>
      <div className={`${layout.row} ${s.heard}`}>
        <p role="status" className={s.words}>
          <strong>Heard {heardInWords(device)}</strong>
          <span className={s.muted}>
            <TimeAgo at={device.last_heard_at} />
            {device.address && ` from ${device.address}`}
            {device.events_offered > 0 &&
              `. It offered ${plural(device.events_offered, 'event')}: nothing is lost before it is approved.`}
          </span>
        </p>
        <Button
          kind="primary"
          aria-label={`${label} ${device.serial || device.address}`}
          busy={pairing.busy || approving.busy}
          onClick={() => void approve()}
        >
          {label}
        </Button>
      </div>
      {error && <Banner tone="bad">{error}</Banner>}
    </>
  );
}

/** The approved device, with a button to disconnect it. */
function Connected({ setup: { controller }, device, kind }: DeviceProps) {
  return (
    <div className={`${layout.row} ${s.heard} ${s.good}`}>
      <Icon name="check" />
      <p role="status" className={s.words}>
        <strong>Connected: {heardInWords(device)}</strong>
        <span className={s.muted}>
          Last heard <TimeAgo at={device.last_heard_at} />
          {device.address && ` from ${device.address}`}
        </span>
      </p>
      <DialogButton size="small" label="Disconnect">
        {(close) => (
          <ConfirmCall
            call="POST /access-controllers/{id}/device/disconnect"
            args={{ id: controller.id }}
            title={`Disconnect ${deviceName(device)}`}
            message={
              kindOfDevice(kind).knownBy === 'serial'
                ? 'It is refused from then on, and keeps its events. What it sent stays. It can be approved again.'
                : 'Its address is closed. What it sent stays.'
            }
            confirmLabel="Disconnect"
            tone="danger"
            onDone={() => dropSecrets(controller.id)}
            onClose={close}
          />
        )}
      </DialogButton>
    </div>
  );
}

/** Seconds. A smaller clock error changes nobody's pay. */
const unasked = 120;

/** Asks whether the zone is right once a device's clock seems wrong, which nobody would notice otherwise. */
function ClockQuestion({ setup, device }: Omit<DeviceProps, 'kind'>) {
  const { drift_seconds: drift, said_offset: offset } = device;
  if (drift === null || Math.abs(drift) <= unasked) return null;
  const isCounted = offset !== null && !setup.rules?.ignores_offset;
  return (
    <Banner tone="warning">
      Its clock is {driftInWords(drift)}: is the zone right?{' '}
      {isCounted
        ? `Its events say ${signedOffset(offset)}. Set its own zone in its menu, or choose in the rules that its offset does not count.`
        : `Its times are read in ${setup.zone}, which its rules can change.`}
    </Banner>
  );
}

/** 'ZKTeco K40 Pro, serial AF4C1, firmware Ver 6.60, 3 minutes behind, holds 1,284 events' */
function heardInWords(device: Device): string {
  const { kind, serial, firmware, drift_seconds: drift, said_offset: offset, records_held: held } = device;
  const clock = driftInWords(drift);
  return [
    deviceName(device),
    serial && `${kindOfDevice(kind)?.serialName ?? 'serial'} ${serial}`,
    firmware && `firmware ${firmware}`,
    clock && (clock === driftInWords(0) ? 'its clock is right' : clock),
    offset !== null && `its own zone is ${signedOffset(offset)}`,
    held !== null && `holds ${plural(held, 'event')}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** True while a device can be approved. `now` is in milliseconds. */
const isPairing = ({ pairing_until: until }: Pick<DeviceSetup, 'pairing_until'>, now: number): boolean =>
  until !== '' && Date.parse(until) > now;
