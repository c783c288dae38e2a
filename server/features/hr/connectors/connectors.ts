// All connectors, one per row. CONTRIBUTING.md says how to add one.

import { bamboohr } from './bamboohr/bamboohr.ts';
import type { Connector } from './connector.ts';
import { frappe } from './frappe/frappe.ts';
import { odoo } from './odoo/odoo.ts';
import { personio } from './personio/personio.ts';
import { rollcall } from './rollcall/rollcall.ts';
import { tryton } from './tryton/tryton.ts';

/** Offered in this order. */
export const connectors = {
  rollcall,
  frappe,
  odoo,
  tryton,
  personio,
  bamboohr,
} satisfies Record<string, Connector>;

export type ConnectorKind = keyof typeof connectors;

export const isConnectorKind = (kind: string): kind is ConnectorKind => Object.hasOwn(connectors, kind);

export const connectorOf = (kind: ConnectorKind): Connector => connectors[kind];
