// The tabs of a controller's device. Each is a part that loads when it is opened.

import type { ReactNode } from 'react';
import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import type { DeviceTab } from '../addresses.ts';
import type { DeviceTabProps } from './deviceTab.ts';

interface DevicePart {
  label: string;
  Part(props: DeviceTabProps): ReactNode;
}

export const deviceParts: Readonly<Record<DeviceTab, DevicePart>> = {
  state: {
    label: 'State',
    Part: lazyPart('The state', async () => (await import('../state/StateTab.tsx')).StateTab),
  },
  connect: {
    label: 'Connect',
    Part: lazyPart('The set-up', async () => (await import('../connect/ConnectTab.tsx')).ConnectTab),
  },
  events: {
    label: 'Events',
    Part: lazyPart('The events', async () => (await import('../events/EventsTab.tsx')).EventsTab),
  },
  notes: {
    label: 'Notes',
    Part: lazyPart('The notes', async () => (await import('../notes/NotesTab.tsx')).NotesTab),
  },
  reconcile: {
    label: 'Reconcile',
    Part: lazyPart('The reconciliation', async () => (await import('../reconcile/ReconcileTab.tsx')).ReconcileTab),
  },
};
