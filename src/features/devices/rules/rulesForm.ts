// The rules of a device as the form has them: numbers as they are typed, and the mapping beside the others.

import { type DeviceRules, directionRules, halfHourRules, type JsonMapping } from '../../../shared/contract/devices.ts';

export const valuesOf = ({ mapping, ...rules }: DeviceRules) => ({
  kind: String(rules.kind),
  zone: rules.zone,
  ignores_offset: rules.ignores_offset,
  direction: String(rules.direction),
  readers: rules.readers,
  repeat_seconds: String(rules.repeat_seconds),
  half_hours: String(rules.half_hours),
  networks: rules.networks,
  silent_after_minutes: String(rules.silent_after_minutes),
  counts_from: rules.counts_from,
  'mapping.events': mapping.events,
  'mapping.person': mapping.person,
  'mapping.time': mapping.time,
  'mapping.direction': mapping.direction,
  'mapping.in_words': mapping.in_words,
  'mapping.out_words': mapping.out_words,
  'mapping.number': mapping.number,
  'mapping.reader': mapping.reader,
  'mapping.passed': mapping.passed,
  'mapping.passed_words': mapping.passed_words,
});
export type RulesValues = ReturnType<typeof valuesOf>;

export const mappingOf = (values: Readonly<RulesValues>): JsonMapping => ({
  events: values['mapping.events'].trim(),
  person: values['mapping.person'].trim(),
  time: values['mapping.time'].trim(),
  direction: values['mapping.direction'].trim(),
  in_words: values['mapping.in_words'].trim(),
  out_words: values['mapping.out_words'].trim(),
  number: values['mapping.number'].trim(),
  reader: values['mapping.reader'].trim(),
  passed: values['mapping.passed'].trim(),
  passed_words: values['mapping.passed_words'].trim(),
});

/** `before` keeps what the form does not offer. */
export const rulesOf = (values: Readonly<RulesValues>, before: DeviceRules): DeviceRules => ({
  kind: before.kind,
  zone: values.zone,
  ignores_offset: values.ignores_offset,
  direction: directionRules.find((rule) => rule === values.direction) ?? before.direction,
  readers: values.readers
    .map(({ reader, direction }) => ({ reader: reader.trim(), direction }))
    .filter(({ reader }) => reader !== ''),
  repeat_seconds: Number(values.repeat_seconds),
  half_hours: halfHourRules.find((rule) => rule === values.half_hours) ?? before.half_hours,
  networks: values.networks.trim(),
  silent_after_minutes: Number(values.silent_after_minutes),
  counts_from: values.counts_from,
  mapping: mappingOf(values),
});
