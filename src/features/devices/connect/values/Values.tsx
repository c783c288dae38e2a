// The very values to enter in a device, as its menu names them, each with Copy where it is long.

import { useRef, type ReactNode } from 'react';
import { CopyButton } from '../../../../platform/ui/CopyButton.tsx';
import { BreakableText } from '../../../../platform/ui/data/BreakableText.tsx';
import * as s from './Values.module.css';

export interface DeviceValue {
  /** As the device names it. */
  label: string;
  value: string;
  /** It is typed or pasted, and not chosen in the device's menu. */
  copies?: boolean;
  note?: ReactNode;
}

export function Values({ items }: { items: readonly DeviceValue[] }) {
  return (
    <dl className={s.values}>
      {items.map((item) => (
        <Row key={item.label} {...item} />
      ))}
    </dl>
  );
}

function Row({ label, value, copies = false, note }: DeviceValue) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={s.row}>
      <dt className={s.label}>{label}</dt>
      <dd className={s.value}>
        <span ref={shown} className={copies ? s.typed : s.chosen}>
          <BreakableText>{value}</BreakableText>
        </span>
        {note && <span className={s.note}>{note}</span>}
      </dd>
      {copies && (
        <dd className={s.copy}>
          <CopyButton name={label} text={value} shown={shown} />
        </dd>
      )}
    </div>
  );
}
