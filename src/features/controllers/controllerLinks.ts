import type { AccessController } from '../../shared/contract/controllers.ts';
import { lastTwoWeeksLink } from '../../platform/lists/recordLinkTo.ts';

export const controllerLinks = ({ id, company_id }: AccessController) => [
  lastTwoWeeksLink('Events', company_id, { access_controller_id: id }),
];
