// The messages of the specification's validation rules, and values that pass.

import { expect, test } from 'vitest';
import { companyRules, urlRules } from '../../../../src/shared/contract/companies.ts';
import { controllerRules } from '../../../../src/shared/contract/controllers.ts';
import { employeeRules } from '../../../../src/shared/contract/employees.ts';
import { hrSyncConfigRules } from '../../../../src/shared/contract/hrConfig.ts';
import { loginRules } from '../../../../src/shared/contract/loginRules.ts';
import { editUserRules, newUserRules, roleRules } from '../../../../src/shared/contract/people.ts';
import { settingRules } from '../../../../src/shared/contract/settings.ts';
import { forgotPasswordRules } from '../../../../src/shared/contract/signIn.ts';
import { validate } from '../../../../src/shared/contract/validate.ts';

test('login and forgotten password require their fields', () => {
  expect(validate(loginRules, { email: ' ', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  });
  expect(validate(forgotPasswordRules, { email: 'a' })).toEqual({});
});

test('a URL requires a type and an absolute URL', () => {
  const url = (value: string) => validate(urlRules, { url_type: 'hr', url: value, description: '' }).url;
  expect(validate(urlRules, { url_type: '', url: '', description: '' })).toEqual({
    url_type: 'URL type is required',
    url: 'URL is required',
  });
  expect(url('https://example.com/x?y#z')).toBeUndefined();
  for (const wrong of [
    'example.com',
    '/path',
    'javascript:alert(1)',
    'https:example.com',
    'ftp://example.com',
    'https://',
  ]) {
    expect(url(wrong)).toBe('Please enter a valid URL');
  }
});

test('no URL may hold a user name or a password, because others can read it', () => {
  const fields = [
    [companyRules, 'system_url'],
    [urlRules, 'url'],
    [controllerRules, 'webhook_url'],
  ] as const;
  for (const [checked, field] of fields)
    for (const url of ['https://ada:secret@example.com', 'HTTPS://ada@example.com/x', 'http://:secret@example.com'])
      expect(validate(checked, { [field]: url })).toMatchObject({
        [field]: 'Please enter the URL without a user name and password',
      });
  expect(validate(urlRules, { url_type: 'x', url: 'https://example.com/@ada:secret' })).toEqual({});
});

test('an employee, a controller and a setting require their fields', () => {
  const employee = { company_id: null, employee_id: '', name: ' \u200b', email: 'x' };
  expect(validate(employeeRules, employee)).toEqual({
    company_id: 'Company is required',
    employee_id: 'Employee ID is required',
    name: 'Name is required',
    email: 'Email is invalid',
  });
  expect(validate(controllerRules, { company_id: '', name: '  ' })).toEqual({
    company_id: 'Company is required',
    name: 'Name is required',
  });
  expect(validate(settingRules, { key: '', value: '', type: 'string' })).toEqual({
    key: 'Setting key is required',
    value: 'Setting value is required',
  });
});

test('accepts the e-mail addresses that an e-mail input accepts, on an intranet too', () => {
  const complaints = (email: string) => [
    validate(companyRules, { name: 'x', contact_email: email }).contact_email,
    validate(employeeRules, { company_id: 1, employee_id: '1', name: 'x', email }).email,
    validate(editUserRules, { name: 'x', email, password: '' }).email,
  ];
  for (const right of ['door@intranet', 'admin@localhost', 'zoë@exämple.de', "o'neil+door@mail.example.com"]) {
    expect(complaints(right)).toEqual([undefined, undefined, undefined]);
  }
  for (const wrong of [
    'door',
    'door@',
    '@intranet',
    'a@b@c',
    'the door@intranet',
    'door@intra net',
    'door\u200b@intranet',
    '\u202edoor@intranet',
    'door@intranet\x07',
  ]) {
    expect(complaints(wrong)).toEqual(Array(3).fill('Email is invalid'));
  }
});

test('a setting’s value must fit its type', () => {
  const complaint = (type: string, value: string) => validate(settingRules, { key: 'k', value, type }).value;
  expect([complaint('json', '{"a":'), complaint('json', '[1]')]).toEqual(['Please enter valid JSON', undefined]);
  expect([complaint('number', 'x'), complaint('number', '-1.5')]).toEqual(['Please enter a number', undefined]);
  expect([complaint('boolean', 'maybe'), complaint('boolean', 'true')]).toEqual([
    'Please choose True or False',
    undefined,
  ]);
});

test('restricts the letters of a role’s name', () => {
  const complaint = (name: string) => validate(roleRules, { name, display_name: 'x' }).name;
  expect(complaint('')).toBe('Role name is required');
  for (const wrong of ['Site Manager', 'manager2', 'gérant', 'a-b']) {
    expect(complaint(wrong)).toBe('Role name must contain only lowercase letters and underscores');
  }
  expect(complaint('site_manager')).toBeUndefined();
  expect(validate(roleRules, { name: 'a', display_name: '' })).toEqual({
    display_name: 'Display name is required',
  });
});

test('requires a new user’s password, lets an edit keep it, and never accepts fewer than 8 characters', () => {
  const user = { name: '', email: 'ada@', password: '' };
  expect(validate(newUserRules, user)).toEqual({
    name: 'Name is required',
    email: 'Email is invalid',
    password: 'Password is required',
  });
  expect(validate(newUserRules, { ...user, email: '' }).email).toBe('Email is required');
  expect(validate(editUserRules, user).password).toBeUndefined();
  expect(validate(editUserRules, { ...user, password: '1234567' }).password).toBe(
    'Password must be at least 8 characters',
  );
  expect(validate(editUserRules, { ...user, password: '12345678' }).password).toBeUndefined();
});

test('bounds the values of the HR sync form', () => {
  const valid = { min_break_duration_minutes: '5', max_break_duration_minutes: '480', sync_time_threshold_hour: '0' };
  const fields = (change: object) => Object.keys(validate(hrSyncConfigRules, { ...valid, ...change }));
  expect(fields({})).toEqual([]);
  expect(fields({ min_break_duration_minutes: '4' })).toEqual(['min_break_duration_minutes']);
  expect(fields({ min_break_duration_minutes: '481' })).toContain('min_break_duration_minutes');
  expect(fields({ max_break_duration_minutes: '29' })).toEqual(['max_break_duration_minutes']);
  expect(fields({ sync_time_threshold_hour: '24' })).toEqual(['sync_time_threshold_hour']);
  expect(fields({ sync_time_threshold_hour: '' })).toEqual(['sync_time_threshold_hour']);
  expect(fields({ min_break_duration_minutes: '7.5' })).toEqual(['min_break_duration_minutes']);
  expect(fields({ min_break_duration_minutes: '90', max_break_duration_minutes: '60' })).toEqual([
    'max_break_duration_minutes',
  ]);
});
