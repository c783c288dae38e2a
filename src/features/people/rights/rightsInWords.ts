// What permissions mean together, in sentences by topic.

import { listed } from '../../../shared/words/listed.ts';
import { callsThatNeed } from './callsThatNeed.ts';
import { type Deed, deeds, type Topic, topics } from './deeds.ts';

export interface RightsInWords {
  /** Whether they reach every company, and not only those that are assigned. */
  everyCompany: boolean;
  topics: readonly { title: string; may: string; mayNot: string }[];
  /** The topics of which they allow nothing; empty if there are none. */
  nothing: string;
  /** What they allow only together with access to every company, which they lack; empty if there is nothing. */
  needsEveryCompany: string;
  /** Permissions whose meaning only their server knows. */
  strange: readonly string[];
}

const isDeed = (name: string): name is Deed => Object.hasOwn(deeds, name);
const allDeeds = Object.keys(deeds).filter(isDeed);
const isTopic = (name: string): name is Topic => name in topics;
const allTopics = Object.keys(topics).filter(isTopic);

/** `features`: those that the server announces. What it does not have is not mentioned. */
export function rightsInWords(names: readonly string[], features: readonly string[]): RightsInWords {
  const held = new Set(names);
  const everyCompany = held.has('companies.all');
  const idle = allDeeds.filter((deed) => held.has(deed) && !everyCompany && needsEveryCompany(deed));
  const told = allTopics.flatMap((topic) => {
    const known = allDeeds.filter((deed) => deeds[deed].topic === topic && (held.has(deed) || exists(deed, features)));
    const may = known.filter((deed) => held.has(deed) && !idle.includes(deed));
    return known.length > 0 ? { topic, may, mayNot: known.filter((deed) => !held.has(deed)) } : [];
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
        const some = idle.filter((deed) => deeds[deed].topic === topic);
        return some.length > 0 ? inSentence(some, topics[topic].object, 'and') : [];
      }),
    ),
    strange: [...held].filter((name) => !isDeed(name) && name !== 'companies.all'),
  };
}

/** 'see, add and change employees, and change employee IDs' */
function inSentence(some: readonly Deed[], object: string, last: 'and' | 'or'): string {
  const verbs = some.flatMap((deed) => deeds[deed].verb ?? []);
  const others = some.flatMap((deed) => deeds[deed].words ?? []);
  if (verbs.length === 0) return listed(others, last);
  const first = `${listed(verbs, last)} ${object}`;
  if (others.length === 0) return first;
  return `${[first, ...others.slice(0, -1)].join(', ')}, ${last} ${others.at(-1) ?? ''}`;
}

/** What the sentence before has named is not named again. */
const objectAfter = (topic: Topic, may: readonly Deed[]): string =>
  may.some((deed) => deeds[deed].verb) ? topics[topic].pronoun : topics[topic].object;

/** Some permissions are of a feature that not every server has. */
function exists(deed: Deed, features: readonly string[]): boolean {
  const calls = callsThatNeed(deed);
  return calls.length === 0 || calls.some(({ feature }) => !feature || features.includes(feature));
}

function needsEveryCompany(deed: Deed): boolean {
  const calls = callsThatNeed(deed);
  return calls.length > 0 && calls.every(({ reach }) => reach === 'everyCompany');
}
