// Access controllers: the cards, and the form's request bodies.

import { describe, expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, field, nameOf, text, until } from '../support/console/render.tsx';
import { card, clickButton, errorAt, fill, openDialog, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const gate = {
  id: 9,
  company_id: 77,
  company: { name: 'Alder & Sons' },
  name: 'Gate',
  unique_identifier: 'ACU-9',
  device_id: 'AC9',
  location: 'North side',
  description: 'By the river',
  is_active: true,
  latitude: '51.5',
  longitude: -0.1234567,
  crm_location_id: 'LOC-1',
};

describe('a card', () => {
  test('shows every known field', async () => {
    app.answer('GET /access-controllers', { data: [gate] });
    await app.open('/access-controllers');
    const shown = text(await card('Gate'));
    const known = ['Active', 'Alder & Sons', 'North side', 'AC9', 'LOC-1', 'By the river', '51.500000, -0.123457'];
    for (const words of known) expect(shown).toContain(words);
  });

  test('names each missing field', async () => {
    app.answer('GET /access-controllers', {
      data: [
        {
          id: 1,
          name: 'Bare',
          company: null,
          company_id: null,
          location: null,
          device_id: '',
          is_active: false,
        },
      ],
    });
    await app.open('/access-controllers');
    const shown = text(await card('Bare'));
    for (const words of ['Inactive', 'Unknown Company', 'Location Not specified', 'Device ID Not set'])
      expect(shown.replaceAll(' ', '')).toContain(words.replaceAll(' ', ''));
    expect(shown).not.toMatch(/Coordinates|CRM Location|null/);
  });

  test('shows a single coordinate, zero included', async () => {
    app.answer('GET /access-controllers', {
      data: [
        { ...gate, id: 1, name: 'One', longitude: null, latitude: 0 },
        { ...gate, id: 2, name: 'Two', latitude: null },
      ],
    });
    await app.open('/access-controllers');
    expect(text(await card('One'))).toContain('Latitude 0.000000');
    expect(text(await card('Two'))).toContain('Longitude -0.123457');
  });

  test("looks up the company's name when the record has only its id", async () => {
    app.answer('GET /access-controllers', { data: [{ ...gate, company: null }] });
    app.answer('GET /companies/all', { data: [{ id: 77, name: 'Alder from the list' }] });
    await app.open('/access-controllers');
    const shown = await card('Gate');
    await until(() => text(shown).includes('Alder from the list'));
  });
});

describe('the form', () => {
  test('rejects a missing company, a blank name and text in a number field', async () => {
    await app.open('/access-controllers');
    const form = await openDialog('Add Controller', 'Add Access Controller');
    for (const hint of ['Letters followed by digits', '-90 to 90', '-180 to 180']) expect(text(form)).toContain(hint);
    await fill({ Name: '   ', Latitude: 'north' }, form);
    expect(allByRole('button', /create/i, form).map(nameOf)).toEqual(['Create']);
    await clickButton('Create', form);
    expect(errorAt('Company', form)).toContain('Company is required');
    expect(errorAt('Name', form)).toBe('Name is required');
    expect(errorAt('Latitude', form)).toContain('Please enter a number');
    expect(app.bodies('POST /access-controllers')).toEqual([]);
  });

  test('sends the company as a number and empty coordinates as null, and a new controller as active', async () => {
    await app.open('/access-controllers');
    const form = await openDialog('Add Controller', 'Add Access Controller');
    await until(() => optionsOf('Company', form).includes('Atelier Béranger'));
    const { value } = [...form.querySelectorAll('option')].find(({ text: name }) => name === 'Atelier Béranger') ?? {};
    await fill({ Company: value ?? '', Name: 'Roof hatch', Latitude: '0', 'Webhook Secret': 'hush' }, form);
    await clickButton('Create', form);
    await untilText('Access Controller created successfully');
    expect(app.bodies('POST /access-controllers')).toEqual([
      {
        company_id: Number(value),
        name: 'Roof hatch',
        unique_identifier: '',
        device_id: '',
        webhook_url: '',
        webhook_secret: 'hush',
        location: '',
        description: '',
        is_active: true,
        latitude: 0,
        longitude: null,
        crm_location_id: '',
      },
    ]);
    await card('Roof hatch');
  });

  test('leaves a blank secret out of an edit, so the saved one is kept', async () => {
    await app.open('/access-controllers?sort=-created');
    const form = await openDialog('Edit Roof hatch', 'Edit Access Controller');
    expect(field('Webhook Secret', form).value).toBe('');
    await fill({ Latitude: '', Longitude: '-0.5' }, form);
    await clickButton('Update', form);
    await untilText('Access Controller updated successfully');
    const [sent] = app.bodies('PUT /access-controllers/{id}');
    expect(sent).toMatchObject({
      name: 'Roof hatch',
      latitude: null,
      longitude: -0.5,
      company_id: expect.any(Number),
    });
    expect(sent).not.toHaveProperty('webhook_secret');
  });

  test.each([
    [{ status: 500 }, 'Failed to save access controller'],
    [{ status: 409, message: 'The device is known already' }, 'The device is known already'],
  ])('keeps the typed values when saving fails: %o', async (answer, words) => {
    app.answer('PUT /access-controllers/{id}', answer);
    await app.open('/access-controllers?sort=-created');
    const form = await openDialog('Edit Roof hatch', 'Edit Access Controller');
    await fill({ Name: 'Roof door' }, form);
    await clickButton('Update', form);
    await until(() => text(byRole('alert', undefined, form)).includes(words));
    expect(field('Name', form).value).toBe('Roof door');
  });

  test("offers page 1 and the record's own company when the server cannot list all companies", async () => {
    app.answer('GET /companies/all', { status: 404 });
    app.answer('GET /access-controllers', { data: [gate] });
    await app.open('/access-controllers');
    const form = await openDialog('Edit Gate', 'Edit Access Controller');
    await until(() => optionsOf('Company', form).includes('Atelier Béranger'));
    expect(optionsOf('Company', form)).toContain('Alder & Sons');
    expect(field('Company', form).value).toBe('77');
  });

  test('shows an error when no companies load, with Retry', async () => {
    app.answer('GET /companies/all', { status: 500 });
    app.answer('GET /companies', { status: 500 });
    await app.open('/access-controllers');
    const form = await openDialog('Add Controller', 'Add Access Controller');
    await until(() => text(form).includes('Failed to fetch companies'));
    await fill({ Name: 'Kept' }, form);
    app.passThrough('GET /companies/all');
    await clickButton('Retry', form);
    await until(() => optionsOf('Company', form).includes('Atelier Béranger'));
    expect(field('Name', form).value).toBe('Kept');
  });
});
