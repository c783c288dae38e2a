// An access controller as the call to change one takes it. The server never sends the secret, and keeps what is left out.

import type { Body } from '../../shared/contract/calls.ts';
import type { AccessController } from '../../shared/contract/controllers.ts';

export const bodyOfController = (controller: AccessController): Body<'PUT /access-controllers/{id}'> => ({
  company_id: controller.company_id,
  name: controller.name,
  unique_identifier: controller.unique_identifier,
  device_id: controller.device_id,
  webhook_url: controller.webhook_url,
  location: controller.location,
  description: controller.description,
  is_active: controller.is_active,
  latitude: controller.latitude,
  longitude: controller.longitude,
  crm_location_id: controller.crm_location_id,
});
