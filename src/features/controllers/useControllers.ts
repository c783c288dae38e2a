// The controllers of all companies or of one. Only a server with search narrows its list to a company; any other has a
// call for the controllers of one company, which is not paged.

import type { Page } from '../../shared/contract/decode.ts';
import type { AccessController } from '../../shared/contract/entities/companies.ts';
import { type AddressedList, useListSource } from '../../platform/lists/useListSource.ts';
import { useOnePage } from '../../platform/lists/useOnePage.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { hasFeature } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { controllersList, inAddress, type ControllersAddress } from './list.ts';

const companyControllersList = listCall('GET /companies/{id}/access-controllers', inAddress, ({ company_id }) => ({
  id: company_id,
}));

export function useControllers(): AddressedList<Page<AccessController>, ControllersAddress> {
  const narrows = hasFeature(useUser(), 'search');
  const [{ company_id }] = useListParams(controllersList.params);
  const isOneCompany = company_id !== '' && !narrows;
  const all = useListSource(controllersList, !isOneCompany);
  const ofCompany = useOnePage(useListSource(companyControllersList, isOneCompany));
  return isOneCompany ? ofCompany : all;
}
