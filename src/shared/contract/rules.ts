// When a form is valid, and the messages if it is not (specification, point 5). The console checks before it sends, the
// server before it stores.

import { isBlank, required, textOf, type Check } from './validate.ts';

/** Every text column of our databases has this limit. */
export const atMost =
  (length: number): Check =>
  (value) =>
    textOf(value).length > length ? `Please use at most ${length.toLocaleString('en')} characters` : undefined;

/** As lenient as an e-mail input, so that addresses stored by another server can be saved again: door@intranet. */
const emailLike: Check = (value) =>
  isBlank(value) || /^[^\s@]+@[^\s@]+$/.test(textOf(value)) ? undefined : 'Email is invalid';

/** Only http and https addresses are ever linked or called. Others can read the URL, so it must hold no password. */
const absoluteUrl: Check = (value) => {
  const text = textOf(value).trim();
  if (text === '') return undefined;
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return 'Please enter a valid URL';
  const { username, password } = new URL(text);
  return username || password ? 'Please enter the URL without a user name and password' : undefined;
};

const minimumPasswordLength = 8;
const longEnough: Check = (value) =>
  textOf(value) !== '' && textOf(value).length < minimumPasswordLength
    ? `Password must be at least ${minimumPasswordLength} characters`
    : undefined;

const sameAs =
  (field: string, complaint: string): Check =>
  (value, all) =>
    value === all[field] ? undefined : complaint;

export const wholeBetween =
  (low: number, high: number, complaint: string): Check =>
  (value) =>
    !isBlank(value) && Number.isInteger(Number(value)) && Number(value) >= low && Number(value) <= high
      ? undefined
      : complaint;

const numeric: Check = (value) =>
  isBlank(value) || Number.isFinite(Number(value)) ? undefined : 'Please enter a number';

const line = atMost(255);
const paragraph = atMost(10_000);

const email = [required('Email is required'), emailLike, line];
const newPassword = [required('Password is required'), longEnough, line];
const passwordTwice = [sameAs('password', 'Passwords do not match')];

export const resetPasswordRules = { password: newPassword, password_confirmation: passwordTwice };
export const changePasswordRules = {
  current_password: [required('Current password is required')],
  ...resetPasswordRules,
};

export const companyRules = {
  name: [required('Name is required'), line],
  crm_company_id: [line],
  contact_email: [emailLike, line],
  contact_phone: [line],
  system_url: [absoluteUrl, atMost(2_000)],
  address: [paragraph],
};

export const urlRules = {
  url_type: [required('URL type is required'), line],
  url: [required('URL is required'), absoluteUrl, atMost(2_000)],
  description: [paragraph],
};

export const controllerRules = {
  company_id: [required('Company is required')],
  name: [required('Name is required'), line],
  unique_identifier: [line],
  device_id: [line],
  webhook_url: [absoluteUrl, atMost(2_000)],
  webhook_secret: [line],
  location: [line],
  description: [paragraph],
  // Their ranges are only hints.
  latitude: [numeric],
  longitude: [numeric],
  crm_location_id: [line],
};

export const employeeRules = {
  company_id: [required('Company is required')],
  employee_id: [required('Employee ID is required'), line],
  name: [required('Name is required'), line],
  email: [emailLike, line],
  phone: [line],
  department: [line],
  position: [line],
  crm_employee_id: [line],
};

export const markProcessedRules = { record_ids: [required('Please select records to mark as processed')] };
export const retryHrRules = { record_ids: [required('Please select records to retry')] };

const notBeforeStart: Check = (end, { start_date: start }) =>
  !isBlank(start) && !isBlank(end) && textOf(end) < textOf(start)
    ? 'End date must not be before the start date'
    : undefined;

export const periodRules = { end_date: [notBeforeStart] };

const parsesAsItsType: Check = (value, all) => {
  if (all.type === 'number') return Number.isFinite(Number(textOf(value))) ? undefined : 'Please enter a number';
  if (all.type === 'boolean')
    return /^(true|false|0|1)$/.test(textOf(value)) ? undefined : 'Please choose True or False';
  if (all.type !== 'json') return undefined;
  try {
    JSON.parse(textOf(value));
    return undefined;
  } catch {
    return 'Please enter valid JSON';
  }
};

export const settingRules = {
  key: [required('Setting key is required'), line],
  value: [required('Setting value is required'), parsesAsItsType, atMost(100_000)],
  description: [paragraph],
};

export const roleRules = {
  name: [
    required('Role name is required'),
    (value: unknown) =>
      /^[a-z_]+$/.test(textOf(value)) ? undefined : 'Role name must contain only lowercase letters and underscores',
    line,
  ],
  display_name: [required('Display name is required'), line],
  description: [paragraph],
};

const userFieldRules = { name: [required('Name is required'), line], email };
/** They choose their password themselves. */
export const invitedUserRules = userFieldRules;
export const newUserRules = { ...userFieldRules, password: newPassword };
export const editUserRules = { ...userFieldRules, password: [longEnough, line] };

export const breakBounds = { min: { low: 5, high: 480 }, max: { low: 30, high: 480 } } as const;

export const hrSyncConfigRules = {
  min_break_duration_minutes: [
    wholeBetween(breakBounds.min.low, breakBounds.min.high, 'Minimum break must be 5 to 480 minutes'),
  ],
  max_break_duration_minutes: [
    wholeBetween(breakBounds.max.low, breakBounds.max.high, 'Maximum break must be 30 to 480 minutes'),
    (value: unknown, all: Readonly<Record<string, unknown>>) =>
      Number(value) < Number(all.min_break_duration_minutes)
        ? 'Maximum break must not be shorter than the minimum break'
        : undefined,
  ],
  sync_time_threshold_hour: [wholeBetween(0, 23, 'Sync threshold hour must be 0 to 23')],
};

/** Each screen has a path of one segment. */
const screenPath: Check = (value) =>
  /^\/[a-z-]{0,40}$/.test(textOf(value)) ? undefined : 'This must be the path of a screen';

export const viewRules = {
  name: [required('Name is required'), atMost(80)],
  path: [screenPath],
  query: [atMost(2_000)],
};
