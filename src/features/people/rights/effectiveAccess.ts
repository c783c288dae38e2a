// Finds out what somebody with these roles and companies will see: the companies, the screens of the console, and what
// they may do. It uses the same functions as the console does for the signed-in user.

import { paths } from '../../../platform/boot/paths.ts';
import { allows, areOurs, permissionsOf } from '../../../platform/session/permissions.ts';
import type { CallKey, ReadKey } from '../../../shared/contract/calls.ts';
import type { CurrentUser, User } from '../../../shared/contract/session.ts';
import { plural } from '../../../shared/words/plural.ts';
import { type RightsInWords, rightsInWords } from './rightsInWords.ts';

interface ShownScreen {
  path: string;
  /** Name in the sidebar. */
  link: string;
  reads?: ReadKey;
}

export const reachesEveryCompany = ({ permissions }: Pick<User['roles'][number], 'permissions'>): boolean =>
  permissions.some(({ name }) => name === 'companies.all');

/** The screens in a user's sidebar. */
export type ScreensFor = (user: CurrentUser) => readonly ShownScreen[];

export interface EffectiveAccess {
  hasRole: boolean;
  companies:
    | { reach: 'every'; by: string; ignored: number }
    | { reach: 'some'; names: readonly string[] }
    | { reach: 'none' };
  /** Links of the screens that open. */
  screens: readonly string[];
  /** Links in the sidebar whose screens will say that the permission is missing. */
  refused: readonly string[];
  rights: RightsInWords;
  /** Whether the server names permissions as the contract does. If not, only the server knows what they allow. */
  isKnown: boolean;
  /**
   * Whether the server decides like ours who sees every company, which is beyond the specification. Then `isKnown`,
   * too.
   */
  isReachKnown: boolean;
}

/** The calls of the specification's screens, which are in everybody's sidebar. */
const specifiedReads: Readonly<Record<string, ReadKey>> = {
  [paths.companies]: 'GET /companies',
  [paths.accessControllers]: 'GET /access-controllers',
  [paths.attendance]: 'GET /attendance',
  [paths.employees]: 'GET /employees',
  [paths.roles]: 'GET /roles',
  [paths.users]: 'GET /users',
  [paths.hrSync]: 'GET /hr-sync/schedule/status',
  [paths.settings]: 'GET /settings',
};

/** The permissions that the specification names. */
const specified = ['roles.view', 'users.view', 'settings.view', 'employees.edit_id'];

/** `self` is the signed-in user, from whom we know what the server offers and how it names permissions. */
export function effectiveAccessOf(
  { roles, companies }: { roles: readonly User['roles'][number][]; companies: readonly { name: string }[] },
  self: CurrentUser,
  screensFor: ScreensFor,
): EffectiveAccess {
  const { features } = self;
  const user: CurrentUser = {
    id: 0,
    name: '',
    email: '',
    role: '',
    roles: [...roles],
    companies: [],
    created_at: '',
    features,
    business_timezone: '',
    second_factor_due: false,
  };
  const held = permissionsOf(user);
  const named = [...permissionsOf(self), ...held];
  const opens = (call: CallKey | undefined) => !call || allows(user, call);
  const screens = screensFor(user);
  const open = screens.filter(({ path, reads }) => opens(reads ?? specifiedReads[path]));
  const unlimited = roles.find(reachesEveryCompany);
  return {
    hasRole: roles.length > 0,
    companies: unlimited
      ? { reach: 'every', by: unlimited.display_name || unlimited.name, ignored: companies.length }
      : companies.length > 0
        ? { reach: 'some', names: companies.map(({ name }) => name) }
        : { reach: 'none' },
    screens: open.map(({ link }) => link),
    refused: screens.filter((screen) => !open.includes(screen)).map(({ link }) => link),
    rights: rightsInWords(held, features),
    isKnown: features.length > 0 || (areOurs(named) && named.some((name) => !specified.includes(name))),
    isReachKnown: features.length > 0 || (areOurs(named) && named.includes('companies.all')),
  };
}

/** Whether the result is easily overlooked: companies without a role, or a role that sees every company or none. */
export const isNotable = ({ hasRole, isReachKnown, companies }: EffectiveAccess): boolean =>
  isReachKnown && (hasRole ? companies.reach !== 'some' : companies.reach === 'some');

/** Sums up in one line what somebody will see. */
export function summaryOf(access: EffectiveAccess, who: string): string {
  const { hasRole, isKnown, isReachKnown, companies, screens } = access;
  if (!hasRole) return `${who} will see nothing without a role`;
  if (!isKnown) return `Only the server knows what ${who} will see`;
  const and = `and ${plural(screens.length, 'screen')}`;
  switch (companies.reach) {
    case 'every':
      return `${who} will see every company${companies.ignored > 0 ? ', whatever is chosen,' : ''} ${and}`;
    case 'some':
      return `${who} will see ${counted(companies.names)} ${and}`;
    case 'none':
      return isReachKnown
        ? `${who} will see no company, so all lists are empty`
        : `${who} will see ${plural(screens.length, 'screen')}; of which companies, only the server knows`;
  }
}

/** Says in a few words which companies they will see. */
export function companiesSeen({ hasRole, isReachKnown, companies }: EffectiveAccess): string {
  if (!hasRole) return 'nothing';
  if (companies.reach === 'every') return 'all companies';
  if (companies.reach === 'some') return counted(companies.names);
  return isReachKnown ? 'no company' : 'only the server knows';
}

const counted = (companies: readonly string[]) =>
  companies.length === 1 ? 'one company' : `${companies.length} companies`;
