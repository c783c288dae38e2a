// docs/devices is true: its examples are read as it says, its words are the console's, and its answers are the
// drivers'.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hikvisionDriver } from '../../../../server/features/devices/drivers/hikvision/hikvisionDriver.ts';
import { zktecoDriver } from '../../../../server/features/devices/drivers/zkteco/zktecoDriver.ts';
import { tryMapping } from '../../../../server/features/devices/setup/setupHandlers.ts';
import { claimOptions, outcomeOptions } from '../../../../src/features/devices/words.ts';
import { jsonMapping } from '../../../../src/shared/contract/devices.ts';
import { deviceContext, deviceRequest } from '../../../support/devices/devices.ts';

const read = (name: string) => readFileSync(`docs/devices/${name}.md`, 'utf8');

const sectionsOf = (document: string) =>
  document.split(/^## /m).map((text) => ({ text, title: text.slice(0, text.indexOf('\n')) }));
const section = (document: string, title: string) =>
  sectionsOf(document).find((each) => each.title === title)?.text ?? '';

const blocksIn = (text: string) => [...text.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block);

/** The rows of each table as cells, without backticks. */
function tablesIn(text: string): string[][][] {
  return [...text.matchAll(/^\|.*\|\n\|(?: --- \|)+\n((?:\|.*\|\n?)*)/gm)].map(([, rows = '']) =>
    rows
      .trimEnd()
      .split('\n')
      .map((row) => row.split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim().replaceAll('`', ''))),
  );
}

describe('docs/devices/README.md', () => {
  const firstCells = (title: string) => tablesIn(section(read('README'), title))[0]?.map(([cell]) => cell);

  test('explains each outcome of an event', () => {
    expect(firstCells('What becomes of an event')).toEqual(outcomeOptions.map(({ label }) => label));
  });

  test('explains each claim about a device', () => {
    expect(firstCells('Can this device be trusted?')?.toSorted()).toEqual(
      claimOptions.map(({ label }) => label).sort(),
    );
  });
});

test.each([
  ['zkteco', 'ZktecoValues'],
  ['hikvision', 'HikvisionValues'],
])('docs/devices/%s.md names the fields that the panel shows in %s', (name, component) => {
  const panel = readFileSync(`src/features/devices/connect/values/${component}.tsx`, 'utf8');
  const labels = [...panel.matchAll(/label: '([^']+)'/g)].map(([, label]) => label);
  const named = tablesIn(section(read(name), 'Enter in the device'))[0]?.map(([label]) => label);
  expect(named).toEqual([...new Set(labels)]);
});

describe('docs/devices/hikvision.md', () => {
  const document = read('hikvision');
  const [sent = '', kept = ''] = blocksIn(section(document, 'What it sends'));
  const heard = (body: string) => hikvisionDriver.parse(deviceRequest('POST ', body), deviceContext()).facts[0];

  test('shows what is kept of an event', () => {
    expect(JSON.parse(heard(sent)?.raw ?? '')).toEqual(JSON.parse(kept));
    expect(heard(sent)).toMatchObject({ code: '001', number: 139, meaning: 'in', passed: 'yes' });
  });

  test('lists the kinds of events that count as passed', () => {
    const listed = document.match(/(?<![\w/])5\/\d+/g);
    const all = Array.from({ length: 1_000 }, (_, minor) => minor).filter(
      (minor) => heard(sent.replace('"subEventType": 38', `"subEventType": ${minor}`))?.passed === 'yes',
    );
    expect(listed).toEqual(all.map((minor) => `5/${minor}`));
  });
});

describe('docs/devices/json.md', () => {
  const panel = readFileSync('src/features/devices/rules/RulesDialog.tsx', 'utf8');
  const fields = new Map(
    [...panel.matchAll(/name: '(\w+)', label: '([^']+)'/g)].map(([, name = '', label = '']) => [label, name]),
  );
  const examples = sectionsOf(read('json')).filter(({ text }) => text.includes('| person | time |'));

  test.each(examples)('reads the example $title as it says', ({ text }) => {
    const [message = ''] = blocksIn(text);
    const [mapping = [], expected = []] = tablesIn(text);
    const pairs = mapping.map(([name = '', value = '']) => {
      const field = fields.get(name);
      if (!field) throw new Error(`${name} is no field of a mapping`);
      return [field, value];
    });
    const { events, problem } = tryMapping(jsonMapping(Object.fromEntries(pairs)), message);
    expect(problem).toBe('');
    expect(
      events.map((each) => [each.person, each.time, each.direction, each.number, each.reader, each.problem]),
    ).toEqual(expected);
  });

  test('has three examples, and explains each field of a mapping', () => {
    expect(examples.map(({ title }) => title)).toEqual(['A gateway', 'Control iD', 'Dahua and Intelbras']);
    const explained = tablesIn(section(read('json'), 'The mapping'))[0]?.flatMap(([names = '']) => names.split(', '));
    expect(explained).toEqual([...fields.keys()]);
    expect([...fields.values()].sort()).toEqual(Object.keys(jsonMapping({})).sort());
  });
});

describe('docs/devices/zkteco.md', () => {
  const document = read('zkteco');

  test('shows the answer to a handshake', () => {
    const [request = '', answer] = blocksIn(section(document, 'How it is answered'));
    const context = deviceContext({ wantsAll: true, offsetMinutes: 60 });
    expect(zktecoDriver.parse(deviceRequest(request), context).answer.body).toBe(answer);
  });

  test('shows a punch', () => {
    const [line = ''] = blocksIn(section(document, 'What it sends'));
    const request = deviceRequest('POST /iclock/cdata?SN=1&table=ATTLOG', `${line}\n`);
    expect(zktecoDriver.parse(request, deviceContext()).facts).toMatchObject([
      { code: '1156', localTime: '2024-08-05 12:40:57', direction: '1', meaning: 'out', problem: '' },
    ]);
  });
});
