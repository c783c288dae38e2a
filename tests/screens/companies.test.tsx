// Companies: cards, paging, and the form with every answer it may get.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { listen } from '../support/console/listen.ts';
import { allByRole, byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { card, cardTitles, clickButton, errorAt, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const blank = {
  name: '',
  crm_company_id: '',
  contact_email: '',
  contact_phone: '',
  system_url: '',
  address: '',
};

describe('a card', () => {
  const company = {
    id: 5,
    name: 'Alder & Sons',
    unique_identifier: 'CMP-ALDER',
    crm_company_id: 'CRM-7',
    contact_email: 'office@alder.example',
    contact_phone: '+1 555 0100',
    address: '1 Alder Way',
    is_active: true,
    created_at: '2026-03-04 05:06:07',
    urls: [
      { id: 1, url_type: 'website', url: 'https://alder.example', health_status: 'online', is_active: true },
      {
        id: 2,
        url_type: 'crm',
        url: 'https://crm.alder.example',
        health_status: 'offline',
        is_active: false,
      },
      { id: 3, url_type: 'other', url: 'javascript:alert(1)', health_status: 'strange', is_active: true },
    ],
  };

  test('shows every known field', async () => {
    app.answer('GET /companies', { data: [company] });
    await app.open('/companies');
    const shown = await card('Alder & Sons');
    expect(text(byRole('list', 'URLs of Alder & Sons', shown))).toMatch(
      /Website.*Online.*CRM.*Offline.*\(Inactive\).*Other.*Unknown/,
    );
    for (const words of ['CMP-ALDER', 'CRM-7', 'office@alder.example', '+1 555 0100', '1 Alder Way', '4 Mar 2026'])
      expect(text(shown)).toContain(words);
    expect(text(shown.querySelector('header') ?? shown)).toContain('Active');
    for (const name of ['URLs of Alder & Sons', 'Edit Alder & Sons', 'Delete Alder & Sons'])
      expect(byRole('button', name, shown)).toBeDefined();
  });

  test('says before it is deleted what goes with it, as far as that is known', async () => {
    app.answer('GET /companies', { data: [company] });
    app.answer('GET /companies/{id}/employees', { data: [{ id: 1 }, { id: 2 }] });
    app.answer('GET /companies/{id}/access-controllers', { data: [{ id: 1 }] });
    await app.open('/companies');
    await card('Alder & Sons');
    const said = listen();
    await clickButton('Delete Alder & Sons');
    const question = await until(() => byRole('alertdialog', 'Delete Company'));
    await until(() => text(question).includes('2 employees, 1 access controller and 3 URLs go with it.'));
    expect(said).toContain('2 employees, 1 access controller and 3 URLs go with it.');

    app.answer('GET /companies/{id}/employees', { status: 500 });
    await app.open('/companies');
    await card('Alder & Sons');
    await clickButton('Delete Alder & Sons');
    await until(() => text(byRole('alertdialog')).includes('1 access controller and 3 URLs go with it.'));
  });

  test('links to web addresses only, in a new tab', async () => {
    app.answer('GET /companies', { data: [company] });
    await app.open('/companies');
    const links = allByRole('link', /opens in a new tab/, await card('Alder & Sons'));
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['https://alder.example', '_blank'],
      ['https://crm.alder.example', '_blank'],
    ]);
  });

  test('omits missing fields and shows Inactive', async () => {
    app.answer('GET /companies', {
      data: [{ id: 6, name: 'Birch', crm_company_id: null, contact_email: null, urls: null, is_active: 0 }],
    });
    await app.open('/companies');
    const shown = await card('Birch');
    expect(text(shown)).toContain('Inactive');
    expect(text(shown)).not.toMatch(/null|CRM ID|Email/);
  });
});

describe('pages', () => {
  const isRefused = (name: string) => byRole('button', name).getAttribute('aria-disabled') === 'true';

  test('can be walked from the first to the last, where the buttons stop', async () => {
    await app.open('/companies');
    await untilText('Page 1 of 3');
    expect([isRefused('Previous'), isRefused('Next')]).toEqual([true, false]);
    const first = cardTitles();
    await clickButton('Next');
    await clickButton('Next');
    await untilText('Page 3 of 3');
    await until(() => byRole('navigation', 'Pagination').getAttribute('aria-busy') !== 'true');
    expect([isRefused('Previous'), isRefused('Next')]).toEqual([false, true]);
    expect(cardTitles()).not.toEqual(first);
    expect(location.search).toBe('?page=3');
  });

  test('offer no paging for a single page', async () => {
    app.answer('GET /companies', { data: [{ id: 1, name: 'Alder' }] });
    await app.open('/companies');
    await card('Alder');
    expect(text()).not.toContain('Page 1');
    expect(byRole('button', 'Add Company')).toBeDefined();
  });

  test('past the end lead to the last one, without an empty message', async () => {
    let wasCalledEmpty = false;
    const watcher = new MutationObserver(() => (wasCalledEmpty ||= text().includes('No companies found')));
    watcher.observe(document.body, { childList: true, subtree: true });
    await app.open('/companies?page=99');
    await untilText('Page 3 of 3');
    await until(() => cardTitles().length > 0);
    watcher.disconnect();
    expect(wasCalledEmpty).toBe(false);
    expect(location.search).toBe('?page=3');
  });
});

describe('the form', () => {
  test('shows validation errors at the fields and sends nothing', async () => {
    await app.open('/companies');
    const form = await openDialog('Add Company', 'Add New Company');
    await fill({ 'Contact Email': 'not an address', 'System URL': 'example.com' }, form);
    await clickButton('Create Company', form);
    expect(errorAt('Name', form)).toBe('Name is required');
    expect(errorAt('Contact Email', form)).toBe('Email is invalid');
    expect(errorAt('System URL', form)).toBe('Please enter a valid URL');
    expect(document.activeElement).toBe(field('Name', form));
    expect(app.bodies('POST /companies')).toEqual([]);
  });

  test('adds a company, then shows and focuses it', async () => {
    await app.open('/companies?page=2&q=zzz');
    await until(() => byRole('status', /“zzz”$/));
    const form = await openDialog('Add Company', 'Add New Company');
    expect(text(form)).toContain('Used for HR sync');
    await fill({ Name: 'Quince Cooperative', 'Contact Email': 'hello@quince.example' }, form);
    await clickButton('Create Company', form);
    await untilText('Company created successfully');
    expect(maybeByRole('dialog')).toBeUndefined();
    expect(app.bodies('POST /companies')).toEqual([
      { ...blank, name: 'Quince Cooperative', contact_email: 'hello@quince.example' },
    ]);
    const added = await card('Quince Cooperative');
    await until(() => document.activeElement === added);
    expect(new URLSearchParams(location.search).has('q')).toBe(false);
  });

  test('edits a company without changing its ID', async () => {
    await app.open('/companies?q=Quince');
    const form = await openDialog('Edit Quince Cooperative', 'Edit Company');
    expect(text(form)).toMatch(/ID: CMP-\w+/);
    expect(field('Contact Email', form).value).toBe('hello@quince.example');
    await fill({ Name: 'Quince Guild', 'CRM Company ID': 'CRM-1' }, form);
    await clickButton('Update Company', form);
    await untilText('Company updated successfully');
    expect(app.bodies('PUT /companies/{id}')).toEqual([
      {
        ...blank,
        name: 'Quince Guild',
        crm_company_id: 'CRM-1',
        contact_email: 'hello@quince.example',
        is_active: true,
        version: expect.any(String),
      },
    ]);
    await card('Quince Guild');
  });

  test('makes a company inactive, where the server can', async () => {
    await app.open('/companies?q=Quince');
    const form = await openDialog('Edit Quince Guild', 'Edit Company');
    await click(field('Active', form));
    await clickButton('Update Company', form);
    await untilText('Company updated successfully');
    const quince = await card('Quince Guild');
    await until(() => text(quince).includes('Inactive'));
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: ['search'] }) });
    await app.open('/companies?q=Quince');
    const plain = await openDialog('Edit Quince Guild', 'Edit Company');
    expect(maybeByRole('checkbox', 'Active', plain)).toBeUndefined();
    await fill({ Name: 'Quince Cooperative' }, plain);
    await clickButton('Update Company', plain);
    await untilText('Company updated successfully');
    expect(app.bodies('PUT /companies/{id}')).toEqual([expect.not.objectContaining({ is_active: expect.anything() })]);
  });

  const failures = [
    ['the server’s message', { status: 409, message: 'There is such a company' }, 'There is such a company'],
    ['its own message when the server has none', { status: 500 }, 'An error occurred'],
    ['a hint when the server only answers 422', { status: 422 }, 'Please check your input and try again'],
  ] as const;
  test.each(failures)('shows %s and keeps the typed values', async (_, answer, words) => {
    app.answer('POST /companies', answer);
    await app.open('/companies');
    const form = await openDialog('Add Company', 'Add New Company');
    await fill({ Name: 'Rowan' }, form);
    await clickButton('Create Company', form);
    await until(() => text(byRole('alert', undefined, form)).includes(words));
    expect(field('Name', form).value).toBe('Rowan');
  });

  test("shows the server's error at its field", async () => {
    const errors = { contact_email: ['This address belongs to somebody else'] };
    app.answer('POST /companies', { status: 422, message: 'Not valid', errors });
    await app.open('/companies');
    const form = await openDialog('Add Company', 'Add New Company');
    await fill({ Name: 'Rowan' }, form);
    await clickButton('Create Company', form);
    await until(() => errorAt('Contact Email', form) === 'This address belongs to somebody else');
    expect(document.activeElement).toBe(field('Contact Email', form));
  });

  test('is sent once, however often it is submitted', async () => {
    let arrive = () => {};
    app.answer('POST /companies', { status: 500, when: new Promise<void>((resolve) => (arrive = resolve)) });
    await app.open('/companies');
    const form = await openDialog('Add Company', 'Add New Company');
    await fill({ Name: 'Rowan' }, form);
    const submit = byRole('button', 'Create Company', form);
    await click(submit);
    await click(submit);
    expect(submit.getAttribute('aria-busy')).toBe('true');
    arrive();
    await until(() => byRole('alert', undefined, form));
    expect(app.bodies('POST /companies')).toHaveLength(1);
  });

  test('asks before dropping typed changes', async () => {
    await app.open('/companies');
    const form = await openDialog('Add Company', 'Add New Company');
    await fill({ Name: 'Rowan' }, form);
    await clickButton('Cancel', form);
    await clickButton('Keep Editing', await until(() => byRole('alertdialog', 'Discard your changes?')));
    expect(field('Name', form).value).toBe('Rowan');
    await clickButton('Cancel', form);
    await clickButton('Discard', await until(() => byRole('alertdialog', 'Discard your changes?')));
    expect(maybeByRole('dialog')).toBeUndefined();
    expect(app.bodies('POST /companies')).toEqual([]);
  });

  test('does not affect the open dialog when the response arrives after it was closed', async () => {
    let arrive = () => {};
    const when = new Promise<void>((resolve) => (arrive = resolve));
    app.answer('POST /companies', { data: { ...blank, id: 9_999 }, when });
    await app.open('/companies');
    await fill({ Name: 'Late Ltd' }, await openDialog('Add Company', 'Add New Company'));
    await clickButton('Create Company');
    await clickButton('Cancel');
    await clickButton('Discard');
    await fill({ 'Search companies': 'a' });
    await until(() => byRole('status', /“a”$/));
    const dialog = await openDialog(new RegExp(`^Edit ${cardTitles()[0]}$`), 'Edit Company');
    await fill({ Address: 'Half a sen' }, dialog);
    arrive();
    await untilText('Company created successfully');
    expect(field('Address', await until(() => byRole('dialog', 'Edit Company'))).value).toBe('Half a sen');
    expect(location.search).toMatch(/^\?q=a&edit=\d+$/);
  });

  test('accepts no input while it is being sent', async () => {
    let arrive = () => {};
    const when = new Promise<void>((resolve) => (arrive = resolve));
    app.answer('POST /companies', { data: { ...blank, id: 9_999 }, when });
    await app.open('/companies');
    const form = await openDialog('Add Company', 'Add New Company');
    await fill({ Name: 'Sent Ltd' }, form);
    await clickButton('Create Company');
    await fill({ Address: 'Too late' }, form);
    expect(field('Address', form).value).toBe('');
    arrive();
    await untilText('Company created successfully');
  });

  test('shows that the permission is missing, if it was taken away meanwhile', async () => {
    const former = { id: 1, name: 'former', display_name: 'Former', permissions: [{ name: 'companies.create' }] };
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles: [former] }) });
    await app.open('/companies', 'auditor');
    const form = await openDialog('Add Company', 'Add New Company');
    await fill({ Name: 'Rowan' }, form);
    await clickButton('Create Company', form);
    await until(() => text(byRole('alert', undefined, form)).includes("You don't have permission to do this"));
  });
});
