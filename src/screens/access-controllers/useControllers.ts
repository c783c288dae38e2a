// The controllers of all companies or of one. Only a server with search narrows its list to a company; any other has a
// call for the controllers of one company, which is not paged.

import type { Page } from '../../contract/decode.ts';
import type { AccessController } from '../../contract/entities/companies.ts';
import { type AddressedList, useListSource } from '../../crud/useListSource.ts';
import { useOnePage } from '../../crud/useOnePage.ts';
import { listCall } from '../../hooks/searchParams.ts';
import { useListParams } from '../../hooks/useListParams.ts';
import { offers } from '../../session/permissions.ts';
import { useUser } from '../../session/useSession.ts';
import { controllersList, inAddress, type ControllersAddress } from './list.ts';

const companyControllersList = listCall('GET /companies/{id}/access-controllers', inAddress, ({ company_id }) => ({
  id: company_id,
}));

export function useControllers(): AddressedList<Page<AccessController>, ControllersAddress> {
  const narrows = offers(useUser(), 'search');
  const [{ company_id }] = useListParams(controllersList.params);
  const isOneCompany = company_id !== '' && !narrows;
  const all = useListSource(controllersList, !isOneCompany);
  const ofCompany = useOnePage(useListSource(companyControllersList, isOneCompany));
  return isOneCompany ? ofCompany : all;
}
