// Which controllers are silent, and why: whoever passed them may be shown wrongly.

import type { PresenceSummary } from '../../../shared/contract/presence.ts';
import { plural } from '../../../shared/words/plural.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import * as s from './SilentControllers.module.css';

/** More would hide the list. */
const mostNamed = 3;

export function SilentControllers({ controllers }: Pick<PresenceSummary, 'controllers'>) {
  const silent = controllers.filter(({ is_silent }) => is_silent);
  if (silent.length === 0) return null;
  const named = silent.slice(0, mostNamed).map(({ name }) => name);
  const others = silent.length - named.length;
  const names = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
  return (
    <Banner tone="warning">
      <details>
        <summary>
          {plural(silent.length, 'controller')} {silent.length === 1 ? 'is' : 'are'} silent: {names}. People who passed{' '}
          {silent.length === 1 ? 'it' : 'them'} may be shown wrongly.
        </summary>
        <ul className={s.controllers}>
          {silent.map(({ id, name, company, sentence }) => (
            <li key={id}>
              <strong>{name}</strong> ({company.name}): {sentence}
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}
