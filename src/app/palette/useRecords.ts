// People, companies and controllers that match: from the server's own search, or from lists that are read whole. The
// latest question wins.

import { describeFailure } from '../../api/errors.ts';
import type { Page } from '../../contract/decode.ts';
import type { EndpointKey } from '../../contract/endpoints.ts';
import { textMatcher } from '../../contract/searchText.ts';
import { useResource, type Resource } from '../../hooks/useResource.ts';
import { useSettled } from '../../hooks/useSettled.ts';
import { offers } from '../../session/permissions.ts';
import { useMay } from '../../session/useMay.ts';
import { useUser } from '../../session/useSession.ts';
import { companyResult, controllerResult, personResult, textsOf } from './records.ts';
import type { Result, ResultGroup } from './result.ts';
import { useListedRecords } from './useListedRecords.ts';

/** In milliseconds: a pause in typing after which the server is asked. */
const pause = 120;
const perKind = 6;

export function useRecords(query: string): ResultGroup[] {
  const searches = offers(useUser(), 'search');
  const found = useFound(query, searches);
  const listed = useListedRecords(query, !searches, perKind);
  if (query === '') return [];
  return searches ? found : listed;
}

function useFound(query: string, searches: boolean): ResultGroup[] {
  const may = useMay();
  const settled = useSettled(query, pause);
  const asked = (call: EndpointKey) =>
    searches && settled !== '' && may(call) ? { query: { q: settled, per_page: perKind } } : null;
  const people = useResource('GET /employees', asked('GET /employees'));
  const companies = useResource('GET /companies', asked('GET /companies'));
  const controllers = useResource('GET /access-controllers', asked('GET /access-controllers'));

  function group<T extends object>(
    title: string,
    { data, loading, error, failed }: Resource<Page<T>>,
    show: (record: T) => Result,
  ) {
    const isCurrent = settled === query && !loading;
    const matches = textMatcher(query);
    return {
      title,
      // Of the last answer, what still matches, until the next is there. A server may also have ignored the search.
      results: (data?.data ?? []).filter((record) => matches(textsOf(record))).map(show),
      isSearching: !isCurrent,
      note: isCurrent && error ? describeFailure(error, failed) : undefined,
    };
  }
  return [
    ...(may('GET /employees') ? [group('People', people, personResult)] : []),
    ...(may('GET /companies') ? [group('Companies', companies, companyResult)] : []),
    ...(may('GET /access-controllers') ? [group('Access Controllers', controllers, controllerResult)] : []),
  ];
}
