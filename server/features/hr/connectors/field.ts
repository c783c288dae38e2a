// A field that a connector asks for: a text that is required, unless it says otherwise.

import type { ConnectorField } from '../../../../src/shared/contract/hrConnections.ts';

type Particulars = Partial<Omit<ConnectorField, 'key' | 'label' | 'help'>>;

export const field = (
  key: string,
  label: string,
  help: string,
  particulars: Readonly<Particulars> = {},
): ConnectorField => ({ kind: 'text', is_required: true, options: [], initial: '', ...particulars, key, label, help });
