// The dialog with a company's URLs: list, form, deletion and health checks.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { clickButton, errorAt, fill, openDialog, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const company = 'Ashdown & Vale Logistics';
const title = `Manage URLs - ${company}`;
const openUrls = () => openDialog(`URLs of ${company}`, title);

const website = {
  id: 1,
  url_type: 'website',
  url: 'https://alder.example',
  description: 'The front page',
  health_status: 'offline',
  health_error: 'HTTP 503',
  last_health_check: '2026-03-04 05:06:07',
  is_active: false,
};
const crm = { id: 2, url_type: 'crm', url: 'ftp://crm.example', health_status: null, is_active: true };

describe('the list', () => {
  test('shows every known field and omits missing ones', async () => {
    app.answer('GET /companies/{id}/urls', { data: [website, crm] });
    await app.open('/companies');
    const dialog = await openUrls();
    const [first, second] = await until(() => {
      const items = [...dialog.querySelectorAll('li')];
      return items.length === 2 && items;
    });
    expect(text(first)).toMatch(/Website.*Offline.*Inactive/);
    expect(text(first)).toContain('The front page');
    expect(text(first)).toMatch(/Last checked: 4 Mar( 2026| 05:06)/);
    expect(text(first)).toContain('Error: HTTP 503');
    expect(text(second)).toMatch(/CRM.*Unknown/);
    expect(text(second)).not.toMatch(/Inactive|Last checked|Error/);
    expect(maybeByRole('link', undefined, second)).toBeUndefined();
  });

  test('leads from the URL of an HR system to its connection', async () => {
    app.answer('GET /companies/{id}/urls', { data: [website, { ...crm, id: 3, url_type: 'hr_system' }] });
    await app.open('/companies');
    const dialog = await openUrls();
    const links = await until(() => {
      const found = allByRole('link', 'HR Connection', dialog);
      return found.length > 0 && found;
    });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      expect.stringMatching(/^\/companies\?id=\d+&tab=hr$/),
    ]);
  });

  test('offers to add the first when empty', async () => {
    app.answer('GET /companies/{id}/urls', { data: [] });
    await app.open('/companies');
    const dialog = await openUrls();
    await until(() => text(dialog).includes('No URLs found'));
    await clickButton('Add First URL', dialog);
    expect(byRole('dialog', 'Add URL')).toBeDefined();
  });

  test('shows why it failed, and Retry loads again', async () => {
    app.answer('GET /companies/{id}/urls', { status: 500 });
    await app.open('/companies');
    const dialog = await openUrls();
    await until(() => text(byRole('alert', undefined, dialog)).includes('Failed to fetch URLs'));
    app.passThrough('GET /companies/{id}/urls');
    await clickButton('Retry', dialog);
    await until(() => byRole('button', 'Add URL', dialog));
  });
});

describe('the form', () => {
  test('that adds the address of the HR system goes on adding once that is there', async () => {
    const withUrls = (urls: object[]) =>
      app.answer('GET /companies/{id}', { change: (company) => ({ ...Object(company), urls }) });
    withUrls([]);
    app.answer('POST /companies/{id}/urls', { data: null });
    await app.open('/companies?id=1&tab=hr');
    const form = await openDialog('Add URL', 'Add URL');
    await fill({ URL: 'https://hr.example' }, form);
    withUrls([{ ...website, url_type: 'hr_system', is_active: true }]);
    await clickButton('Save and Add Another', form);
    await until(() => byRole('button', 'Edit URL'));
    expect(field('URL', byRole('dialog', 'Add URL')).value).toBe('');
  });

  test('rejects invalid values and sends nothing', async () => {
    await app.open('/companies');
    await openUrls();
    const form = await openDialog('Add URL', 'Add URL');
    await clickButton('Create URL', form);
    expect(errorAt('URL Type', form)).toBe('URL type is required');
    expect(errorAt('URL', form)).toBe('URL is required');
    await fill({ URL: 'alder.example' }, form);
    await clickButton('Create URL', form);
    expect(errorAt('URL', form)).toBe('Please enter a valid URL');
    expect(app.bodies('POST /companies/{id}/urls')).toEqual([]);
  });

  test('adds a URL of a type the server offers and returns to the list', async () => {
    await app.open('/companies');
    const list = await openUrls();
    const form = await openDialog('Add URL', 'Add URL');
    await until(() => optionsOf('URL Type', form).includes('Payroll'));
    expect(field('Active', form).checked).toBe(true);
    await fill({ 'URL Type': 'payroll', URL: 'http://127.0.0.1:9/pay', 'Description (optional)': 'Wages' }, form);
    await click(field('Active', form));
    await clickButton('Create URL', form);
    await untilText('URL created successfully');
    expect(app.bodies('POST /companies/{id}/urls')).toEqual([
      { url_type: 'payroll', url: 'http://127.0.0.1:9/pay', description: 'Wages', is_active: false },
    ]);
    await until(() => text(list).includes('Wages'));
    expect(document.activeElement).toBe(byRole('button', 'Add URL', list));
    await clickButton('Close', list);
    await until(() => text(byRole('main')).includes('http://127.0.0.1:9/pay'));
  });

  test('edits a URL whose type the server no longer offers', async () => {
    app.answer('GET /companies/{id}/urls', { data: [{ ...website, url_type: 'fax' }] });
    app.answer('PUT /company-urls/{id}', { data: null });
    await app.open('/companies');
    await openUrls();
    const form = await openDialog('Edit https://alder.example', 'Edit URL');
    expect(field('URL Type', form).value).toBe('fax');
    await click(field('Active', form));
    await clickButton('Update URL', form);
    await untilText('URL updated successfully');
    expect(app.bodies('PUT /company-urls/{id}')).toEqual([
      { url_type: 'fax', url: 'https://alder.example', description: 'The front page', is_active: true },
    ]);
  });

  test('shows a failed save', async () => {
    app.answer('POST /companies/{id}/urls', { status: 500 });
    await app.open('/companies');
    await openUrls();
    const form = await openDialog('Add URL', 'Add URL');
    await until(() => optionsOf('URL Type', form).includes('CRM'));
    await fill({ 'URL Type': 'crm', URL: 'https://crm.example' }, form);
    await clickButton('Create URL', form);
    await until(() => text(byRole('alert', undefined, form)).includes('Failed to save URL'));
  });

  test('shows an error when the types do not load, with Retry', async () => {
    app.answer('GET /settings/url-types', { status: 500 });
    await app.open('/companies');
    await openUrls();
    const form = await openDialog('Add URL', 'Add URL');
    await until(() => text(form).includes('The types could not be loaded'));
    app.passThrough('GET /settings/url-types');
    await clickButton('Retry', form);
    await until(() => optionsOf('URL Type', form).includes('CRM'));
  });
});

test('asks before deleting, then shows failure or success', async () => {
  app.answer('DELETE /company-urls/{id}', { status: 500 });
  await app.open('/companies');
  const list = await openUrls();
  await click(await until(() => byRole('button', 'Delete http://127.0.0.1:9/pay', list)));
  const question = await until(() => byRole('alertdialog'));
  expect(text(question)).toContain('Are you sure you want to delete the "payroll" URL?');
  await clickButton('Delete', question);
  await until(() => text(byRole('alert', undefined, question)).includes('Failed to delete URL'));
  app.passThrough('DELETE /company-urls/{id}');
  await clickButton('Delete', question);
  await untilText('URL deleted successfully');
  await until(() => !text(list).includes('http://127.0.0.1:9/pay'));
});

describe('checking health', () => {
  const check = 'POST /company-urls/{id}/check-health';

  test('is busy for its own row only, and shows when it is done and what it found', async () => {
    let arrive = () => {};
    app.answer('GET /companies/{id}/urls', { data: [website, crm] });
    app.answer(check, { data: null, when: new Promise<void>((resolve) => (arrive = resolve)) });
    await app.open('/companies');
    const list = await openUrls();
    const button = await until(() => byRole('button', `Check health of ${website.url}`, list));
    await click(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(byRole('button', `Check health of ${crm.url}`, list).getAttribute('aria-busy')).toBeNull();
    app.answer('GET /companies/{id}/urls', { data: [{ ...website, health_status: 'online' }, crm] });
    arrive();
    await untilText('Health check completed');
    await until(() => text(list).includes('Online'));
  });

  test.each([
    ['offline', 'alert'],
    ['degraded', 'alert'],
    ['online', 'status'],
  ])('says %s, as %s', async (health_status, role) => {
    app.answer('GET /companies/{id}/urls', { data: [website] });
    app.answer(check, { data: { ...website, health_status } });
    await app.open('/companies');
    const list = await openUrls();
    await click(await until(() => byRole('button', `Check health of ${website.url}`, list)));
    await until(() => maybeByRole(role, `Health check completed: ${health_status}`));
  });

  test('shows a failed check', async () => {
    app.answer(check, { status: 500 });
    await app.open('/companies');
    const list = await openUrls();
    await click(await until(() => byRole('button', /^Check health of http.*website$/, list)));
    await until(() => text(byRole('alert', undefined, list)).includes('Failed to check health'));
  });
});
