// Single sign-on as the console shows it. The client's secret is not part of it.

import type { SingleSignOn } from '../../../../src/shared/contract/singleSignOn.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { findAdministrators } from '../../people/passwordAccess.ts';
import { listRoleNames } from '../../people/roleQueries.ts';
import type { Services } from '../../../platform/records/endpoint.ts';
import { callbackUrlOf } from './asking.ts';
import { countLinks, isLinked } from './linkQueries.ts';
import { findSettings } from './settingsQueries.ts';

type Asked = Pick<Services, 'publicUrl' | 'identityProvider'> & { readonly caller: Caller };

export async function shownSingleSignOn(
  queries: Queries,
  { caller, publicUrl, identityProvider }: Asked,
): Promise<SingleSignOn> {
  const issuer = identityProvider?.issuer ?? '';
  return {
    settings: await findSettings(queries),
    provider: identityProvider
      ? {
          name: identityProvider.name,
          issuer,
          client_id: identityProvider.clientId,
          callback_url: callbackUrlOf({ publicUrl }),
        }
      : null,
    roles: await listRoleNames(queries),
    administrators: await findAdministrators(queries),
    linked_users: await countLinks(queries, issuer),
    is_caller_linked: await isLinked(queries, issuer, caller.id),
  };
}
