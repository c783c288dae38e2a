// Says in sentences by topic what permissions allow together.

import { access } from '../../../shared/contract/access.ts';
import type { Rights } from '../../../shared/contract/call.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { listed } from '../../../shared/words/listed.ts';
import { type LabelledPermission, permissionLabels, type Topic, topics } from './permissionLabels.ts';

export interface RightsInWords {
  /** Whether they apply to every company, not only to assigned ones. */
  everyCompany: boolean;
  topics: readonly { title: string; may: string; mayNot: string }[];
  /** The topics in which they allow nothing; empty if there are none. */
  nothing: string;
  /** Permissions without effect, since they also need access to every company; empty if there are none. */
  needsEveryCompany: string;
  /** Permissions whose meaning only their server knows. */
  strange: readonly string[];
}

const isLabelled = (name: string): name is LabelledPermission => Object.hasOwn(permissionLabels, name);
const labelledPermissions = Object.keys(permissionLabels).filter(isLabelled);
const isTopic = (name: string): name is Topic => name in topics;
const allTopics = Object.keys(topics).filter(isTopic);

/** `features` are those that the server announces. Permissions of other features are not mentioned. */
export function rightsInWords(names: readonly string[], features: readonly string[]): RightsInWords {
  const held = new Set([...names, ...labelledPermissions.filter((permission) => isReplaced(permission, names))]);
  const everyCompany = held.has('companies.all');
  const idle = labelledPermissions.filter(
    (permission) => held.has(permission) && !everyCompany && needsEveryCompany(permission),
  );
  const told = allTopics.flatMap((topic) => {
    const ofTopic = labelledPermissions.filter(
      (permission) =>
        permissionLabels[permission].topic === topic && (held.has(permission) || exists(permission, features)),
    );
    const may = ofTopic.filter((permission) => held.has(permission) && !idle.includes(permission));
    return ofTopic.length > 0 ? { topic, may, mayNot: ofTopic.filter((permission) => !held.has(permission)) } : [];
  });
  return {
    everyCompany,
    topics: told
      .filter(({ may }) => may.length > 0)
      .map(({ topic, may, mayNot }) => ({
        title: topics[topic].title,
        may: `May ${inSentence(may, topics[topic].object, 'and')}.`,
        mayNot: mayNot.length > 0 ? `May not ${inSentence(mayNot, objectAfter(topic, may), 'or')}.` : '',
      })),
    nothing: listed(
      told.filter(({ may }) => may.length === 0).map(({ topic }) => topics[topic].about),
      'or',
    ),
    needsEveryCompany: listed(
      allTopics.flatMap((topic) => {
        const some = idle.filter((permission) => permissionLabels[permission].topic === topic);
        return some.length > 0 ? inSentence(some, topics[topic].object, 'and') : [];
      }),
    ),
    strange: [...held].filter((name) => !isLabelled(name) && name !== 'companies.all'),
  };
}

/** 'see, add and change employees, and change employee IDs' */
function inSentence(some: readonly LabelledPermission[], object: string, last: 'and' | 'or'): string {
  const verbs = some.flatMap((permission) => permissionLabels[permission].verb ?? []);
  const others = some.flatMap((permission) => permissionLabels[permission].words ?? []);
  if (verbs.length === 0) return listed(others, last);
  const first = `${listed(verbs, last)} ${object}`;
  if (others.length === 0) return first;
  return `${[first, ...others.slice(0, -1)].join(', ')}, ${last} ${others.at(-1) ?? ''}`;
}

/** Uses a pronoun for what the previous sentence has named. */
const objectAfter = (topic: Topic, may: readonly LabelledPermission[]): string =>
  may.some((permission) => permissionLabels[permission].verb) ? topics[topic].pronoun : topics[topic].object;

/** Whether the server has the permission: some belong to features that not every server has. */
function exists(permission: LabelledPermission, features: readonly string[]): boolean {
  const calls = callsThatNeed(permission);
  return calls.length === 0 || calls.some(({ feature }) => !feature || features.includes(feature));
}

function needsEveryCompany(permission: LabelledPermission): boolean {
  const calls = callsThatNeed(permission);
  return calls.length > 0 && calls.every(({ reach }) => reach === 'everyCompany');
}

/** Tells whether other permissions already allow all that this one does. */
function isReplaced(permission: LabelledPermission, names: readonly string[]): boolean {
  const calls = callsThatNeed(permission);
  return calls.length > 0 && calls.every(({ orNeeds }) => orNeeds && names.includes(orNeeds));
}

const calls: readonly Rights[] = Object.values(access);

const callsThatNeed = (permission: Permission): readonly Rights[] => calls.filter(({ needs }) => needs === permission);
