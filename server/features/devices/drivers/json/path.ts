// Paths into a JSON message: 'events', 'user.code', 'data[0].time', '[0].id'. They reach only what the message itself
// holds.

import { ownValue } from '../wireValues.ts';

const path = /^(?:[^.[\]]+|\[\d{1,6}\])(?:\.[^.[\]]+|\[\d{1,6}\])*$/;
const maxPathLength = 200;
const maxSteps = 10;

const stepsOf = (text: string) => text.match(/[^.[\]]+/g) ?? [];

export const isPath = (text: string): boolean =>
  text.length <= maxPathLength && path.test(text) && stepsOf(text).length <= maxSteps;

/** Undefined if there is nothing; the value itself for an empty path. */
export function valueAt(value: unknown, text: string): unknown {
  if (text === '') return value;
  return isPath(text) ? stepsOf(text).reduce(ownValue, value) : undefined;
}
