// Fields: tied to their label, hint and error, and to the form's values.

import { expect, test } from 'vitest';
import { Button } from '../../../../../src/platform/ui/Button.tsx';
import { CheckboxField } from '../../../../../src/platform/ui/forms/CheckboxField.tsx';
import { ChecklistField } from '../../../../../src/platform/ui/forms/ChecklistField.tsx';
import { Form } from '../../../../../src/platform/ui/forms/Form.tsx';
import { PasswordField } from '../../../../../src/platform/ui/forms/PasswordField.tsx';
import { SelectField } from '../../../../../src/platform/ui/forms/SelectField.tsx';
import { TextField } from '../../../../../src/platform/ui/forms/TextField.tsx';
import { urlRules } from '../../../../../src/shared/contract/companies.ts';
import { byRole, click, field, maybeByRole, render, text, type } from '../../../../support/console/render.tsx';
import { useTestForm } from './form.ts';

const descriptionOf = (element: Element) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

type Url = { url_type: string; url: string };

function UrlForm({ sent, error }: { sent: Url[]; error?: string }) {
  const form = useTestForm<Url>({ url_type: 'crm', url: '' }, urlRules, { sent, error });
  return (
    <Form form={form} label="URL">
      <TextField name="url_type" label="URL Type" />
      <TextField name="url" label="URL" hint="Where the system answers" required />
      <Button type="submit">Save</Button>
    </Form>
  );
}

test('an error is shown at its field, which is invalid, described by it and focused', async () => {
  const sent: Url[] = [];
  await render(<UrlForm sent={sent} />);
  expect(descriptionOf(field('URL'))).toBe('Where the system answers');
  expect(field('URL').required).toBe(true);

  await click(byRole('button', 'Save'));
  expect(sent).toEqual([]);
  expect(field('URL').getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(field('URL'))).toContain('URL is required');
  expect(document.activeElement).toBe(field('URL'));
  expect(field('URL Type').hasAttribute('aria-invalid')).toBe(false);

  // A second error at the same field focuses it again.
  field('URL Type').focus();
  await click(byRole('button', 'Save'));
  expect(document.activeElement).toBe(field('URL'));

  await type(field('URL'), 'https://crm.example.com');
  expect(field('URL').hasAttribute('aria-invalid')).toBe(false);
  await click(byRole('button', 'Save'));
  expect(sent).toEqual([{ url_type: 'crm', url: 'https://crm.example.com' }]);
});

test('an error of the whole form is an alert above it', async () => {
  await render(<UrlForm sent={[]} error="Please check your input and try again" />);
  expect(byRole('alert').textContent).toBe('Please check your input and try again');
});

function LockedForm() {
  const form = useTestForm({ employee_id: 'EMP-1', company_id: '2' });
  const lockedReason = 'Cannot be changed';
  const options = [
    { value: '1', label: 'Northwind' },
    { value: '2', label: 'Contoso' },
  ];
  return (
    <Form form={form}>
      <TextField name="employee_id" label="Employee ID" lockedReason={lockedReason} />
      <SelectField name="company_id" label="Company" options={options} lockedReason={lockedReason} />
    </Form>
  );
}

test('an error of a field that is not shown now is above the form until it is corrected', async () => {
  function HalfForm() {
    const form = useTestForm<Url>({ url_type: '', url: 'https://acme.example' }, urlRules);
    return (
      <Form form={form} label="URL">
        <TextField name="url" label="URL" />
        <Button type="submit">Save</Button>
        <Button onClick={() => form.set('url_type', 'crm')}>Choose</Button>
      </Form>
    );
  }
  await render(<HalfForm />);
  await click(byRole('button', 'Save'));
  expect(text(byRole('alert'))).toBe('URL type is required');
  await click(byRole('button', 'Choose'));
  expect(maybeByRole('alert')).toBeUndefined();
});

test('a locked field can be focused and read but not changed, and says why', async () => {
  await render(<LockedForm />);
  for (const locked of [field('Employee ID'), field('Company')]) {
    expect(locked.readOnly).toBe(true);
    expect(locked.disabled).toBe(false);
    expect(descriptionOf(locked)).toBe('Cannot be changed');
  }
  expect(field('Employee ID').value).toBe('EMP-1');
  expect(field('Company').value).toBe('Contoso');
});

function MixedForm({ sent }: { sent: object[] }) {
  const form = useTestForm({ url_type: '', active: true, password: 'long enough' }, {}, { sent });
  return (
    <Form form={form}>
      <SelectField
        name="url_type"
        label="URL Type"
        placeholder="Select a type"
        options={[{ value: 'hr', label: 'HR' }]}
      />
      <CheckboxField name="active" label="Active" />
      <PasswordField name="password" label="Password" />
      <Button type="submit">Save</Button>
    </Form>
  );
}

test('a select, a checkbox and a password change the form', async () => {
  const sent: object[] = [];
  await render(<MixedForm sent={sent} />);
  // An Arabic option starts on the right.
  expect(field('URL Type').querySelector('[value=hr]')?.getAttribute('dir')).toBe('auto');
  await type(field('URL Type'), 'hr');
  await click(field('Active'));
  await type(field('Password'), 'even longer');
  await click(byRole('button', 'Save'));
  expect(sent).toEqual([{ url_type: 'hr', active: false, password: 'even longer' }]);
});

test('a password can be shown and hidden again', async () => {
  await render(<MixedForm sent={[]} />);
  expect(field('Password').type).toBe('password');
  await click(byRole('button', 'Show'));
  expect(field('Password').type).toBe('text');
  await click(byRole('button', 'Hide'));
  expect(field('Password').type).toBe('password');
});

const groups = [
  {
    label: 'Attendance',
    options: [
      { value: 1, label: 'View attendance' },
      { value: 2, label: 'Export attendance' },
    ],
  },
  {
    label: 'Companies',
    options: ['Müller', ...'1234567'].map((name, n) => ({ value: 10 + n, label: `Company right ${name}` })),
  },
];

interface RoleFormProps {
  sent: { permissions: readonly number[] }[];
  chosen?: readonly number[];
}

function RoleForm({ sent, chosen = [1, 10] }: RoleFormProps) {
  const form = useTestForm<{ permissions: readonly number[] }>({ permissions: chosen }, {}, { sent });
  return (
    <Form form={form}>
      <ChecklistField name="permissions" label="Permissions" groups={groups} />
      <Button type="submit">Save</Button>
    </Form>
  );
}

function EmergencyForm() {
  const form = useTestForm<{ accounts: readonly number[] }>({ accounts: [] }, {}, { sent: [] });
  return (
    <Form form={form}>
      <ChecklistField name="accounts" label="Accounts" required groups={[]} />
    </Form>
  );
}

test('a list of checkboxes that is required says so', async () => {
  await render(<EmergencyForm />);
  expect(text(byRole('group').querySelector('legend') ?? undefined)).toBe('Accounts, required');
});

test('a group is indeterminate, then checked, then unchecked, and the count follows', async () => {
  const sent: { permissions: readonly number[] }[] = [];
  await render(<RoleForm sent={sent} />);
  const all = field('All of Attendance');
  expect(text()).toContain('2 of 10 selected');
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await click(all);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  expect(text()).toContain('3 of 10 selected');
  await click(all);
  expect([all.checked, all.indeterminate]).toEqual([false, false]);
  await click(byRole('button', 'Save'));
  expect(sent).toEqual([{ permissions: [10] }]);
});

test('the filter limits what is shown and what a group checks, but not what is chosen', async () => {
  const sent: { permissions: readonly number[] }[] = [];
  await render(<RoleForm sent={sent} />);
  await type(field('Filter permissions'), 'right 3');
  expect(maybeByRole('checkbox', 'View attendance')).toBeUndefined();
  await click(field('All of Companies'));
  await click(byRole('button', 'Save'));
  expect(sent).toEqual([{ permissions: [1, 10, 13] }]);
});

test('the filter of a list ignores case and accents, as every search does', async () => {
  await render(<RoleForm sent={[]} />);
  await type(field('Filter permissions'), 'MULLER');
  expect(maybeByRole('checkbox', 'Company right Müller')).toBeDefined();
  expect(maybeByRole('checkbox', 'Company right 1')).toBeUndefined();
});

test('a chosen value that is not in the list is kept but not counted', async () => {
  const sent: { permissions: readonly number[] }[] = [];
  await render(<RoleForm sent={sent} chosen={[1, 99]} />);
  expect(text()).toContain('1 of 10 selected');
  await click(field('Export attendance'));
  await click(byRole('button', 'Save'));
  expect(sent).toEqual([{ permissions: [1, 99, 2] }]);
});
