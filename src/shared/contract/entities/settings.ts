import { flag, integer, object, oneOf, text, wordOr, type Decoded } from '../decode.ts';
import { version } from '../laterDecoders.ts';

export const settingTypes = ['string', 'json', 'boolean', 'number'] as const;
export type SettingType = (typeof settingTypes)[number];

/** A server may send a JSON setting already parsed; the console edits text. */
const settingValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value);

export const setting = object({
  id: integer,
  key: text,
  value: settingValue,
  type: wordOr(oneOf(...settingTypes)),
  description: text,
  is_public: flag,
  version,
});
export type Setting = Decoded<typeof setting>;
