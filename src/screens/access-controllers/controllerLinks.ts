import type { AccessController } from '../../contract/entities/companies.ts';
import { lastTwoWeeksLink } from '../../crud/recordLinkTo.ts';

export const controllerLinks = ({ id, company_id }: AccessController) => [
  lastTwoWeeksLink('Events', company_id, { access_controller_id: id }),
];
