// Chooses on which weekdays a mail says what waits at a company.

import { useActionForm } from '../../platform/hooks/useForm.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { ResourceView } from '../../platform/ui/data/ResourceView.tsx';
import { ChecklistField } from '../../platform/ui/forms/ChecklistField.tsx';
import { Form } from '../../platform/ui/forms/Form.tsx';
import { Panel } from '../../platform/ui/layout/Panel.tsx';
import { UnsavedFormGuard } from '../../platform/ui/overlays/UnsavedFormGuard.tsx';
import type { Answer } from '../../shared/contract/calls.ts';
import { dateTitle } from '../../shared/words/dates.ts';
import { plural } from '../../shared/words/plural.ts';
import { weekdayOptions } from './weekdays.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';

export function Digest({ companyId: id }: { companyId: number }) {
  const digest = useResource('GET /companies/{id}/digest', { id });
  return (
    <Panel title="Digest by mail">
      <ResourceView resource={digest} loading="Loading the digest…" lines={3}>
        {(loaded) => <DigestForm key={loaded.weekdays.join()} id={id} digest={loaded} />}
      </ResourceView>
    </Panel>
  );
}

function DigestForm({ id, digest }: { id: number; digest: Answer<'GET /companies/{id}/digest'> }) {
  const form = useActionForm('PUT /companies/{id}/digest', {
    initial: { weekdays: digest.weekdays },
    rules: {},
    args: (body) => ({ id, body }),
  });
  const { mailed_on, mailed_to } = digest;
  return (
    <Form form={form} label="Digest by mail">
      <UnsavedFormGuard dirty={form.dirty} busy={form.busy} />
      <p>
        On the morning of these days, everyone who may correct here gets a mail that says how many exceptions,
        corrections, silent doors and HR records are waiting. It names no people, and is not sent when nothing is
        waiting. Anyone can turn it off in Profile.
      </p>
      <ChecklistField name="weekdays" label="Weekdays" groups={[{ options: weekdayOptions }]} />
      <p className={layout.row}>
        <Button kind="primary" type="submit" busy={form.busy}>
          Save Digest
        </Button>
        <span className={layout.muted}>
          {mailed_on ? `Last written on ${dateTitle(mailed_on)}, to ${plural(mailed_to, 'recipient')}` : 'None so far'}
        </span>
      </p>
    </Form>
  );
}
