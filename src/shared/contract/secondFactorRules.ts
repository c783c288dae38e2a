// When the forms of second factors are valid.

import { atMost } from './rules.ts';
import { required } from './validate.ts';

export const codeRules = { code: [required('Code is required')] };
export const confirmRules = { password: [required('Password is required')] };
export const passkeyNameRules = { name: [required('Name is required'), atMost(80)] };
