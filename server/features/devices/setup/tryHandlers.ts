// Reads a pasted message by a mapping, so that people see what it means before a device sends the first one.

import type { Handlers } from '../../../platform/records/endpoint.ts';
import { deviceController } from '../deviceController.ts';
import { triedMessage } from './triedMessage.ts';

export const tryHandlers = {
  'POST /access-controllers/{id}/device/try': {
    allow: 'devices.manage',
    async handle({ db, caller, params, body }) {
      await deviceController(db, caller, params.id);
      return { data: triedMessage(body.mapping, body.body) };
    },
  },
} satisfies Partial<Handlers>;
