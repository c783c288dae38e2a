// What the user of the form will see, as it is filled in: in a line that stays in sight, and below it in full.

import clsx from 'clsx';
import type { AssignedCompany, User } from '../../../shared/contract/entities/people.ts';
import { isNotable, type ScreensFor, sightOf } from '../rights/sight.ts';
import { WhatTheySee } from '../rights/WhatTheySee.tsx';
import { summaryOf } from '../rights/summaryOf.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { useFormValue } from '../../../platform/ui/forms/formState.ts';
import { Panel } from '../../../platform/ui/layout/Panel.tsx';
import { StatusIcon } from '../../../platform/ui/StatusIcon.tsx';
import * as s from './Preview.module.css';

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';

interface PreviewProps {
  roles: readonly User['roles'][number][];
  companies: readonly AssignedCompany[];
  screensFor: ScreensFor;
}

export function Preview({ roles, companies, screensFor }: PreviewProps) {
  const { value: name } = useFormValue('name', isText);
  const { value: roleIds } = useFormValue('roles', isIds);
  const { value: companyIds } = useFormValue('companies', isIds);
  const sight = sightOf(
    {
      roles: roles.filter(({ id }) => roleIds.includes(id)),
      companies: companies.filter(({ id }) => companyIds.includes(id)),
    },
    useUser(),
    screensFor,
  );
  const who = name.trim() || 'This person';
  return (
    <>
      <p role="status" className={clsx(s.summary, isNotable(sight) && s.notable)}>
        {isNotable(sight) && <StatusIcon name="warning" />}
        {summaryOf(sight, who)}
      </p>
      <Panel title={`What will ${name.trim() || 'this person'} see?`}>
        <WhatTheySee sight={sight} />
      </Panel>
    </>
  );
}
