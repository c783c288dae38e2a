// Where the server announces corrections: those that make no sense are refused, the others wait for a second person, and
// nobody can approve their own. The kit corrects only its own employee. An added event stays in the attendance list for
// good, so the kit's company requires a second person, and the kit withdraws its requests.

import type { CorrectionRequest } from '../../../src/shared/contract/corrections.ts';
import { today } from '../../../src/shared/words/days.ts';
import type { KitClient } from '../client.ts';
import type { SignedIn } from '../kit.ts';
import { namesField, refuses, succeeds } from '../verdicts.ts';
import { checkClosedMonth } from './closedMonths.ts';
import { checkRefused } from './intruders.ts';
import type { Writing } from './records.ts';

const make = 'POST /corrections';
const reason = 'A check of the conformance kit';
const day = today(-40);

export async function checkCorrections(
  { user }: SignedIn,
  writing: Writing,
  companyId: number,
  employeeId: number,
): Promise<void> {
  if (!user.features.includes('corrections')) return;
  const addition: CorrectionRequest = {
    kind: 'add',
    employee_id: employeeId,
    timestamp: `${day}T08:00`,
    event_type: 'check-in',
    day,
    last_correction_id: 0,
    approvals: 0,
  };
  await checkSenseless(writing, addition);
  await checkIntruders(writing, addition);
  await checkPreview(writing, addition);
  await withSecondPerson(writing, companyId, () => checkAddition(writing, addition));
  await checkClosedMonth(writing, companyId, addition);
}

const request = ({ client }: Pick<Writing, 'client'>, ...corrections: CorrectionRequest[]) =>
  client.call(make, { body: { corrections, reason } });

async function checkSenseless(writing: Writing, addition: CorrectionRequest): Promise<void> {
  const { client, group } = writing;
  const unexplained = await client.call(make, { body: { corrections: [addition], reason: '' } });
  if (refuses(group, make, 'A correction without a reason is refused with 422', unexplained, ['invalid']))
    if (!unexplained.ok) namesField(group, make, unexplained.error, 'reason');
  const early = await request(writing, { ...addition, timestamp: `${today(2)}T08:00` });
  if (refuses(group, make, 'An event in the future is refused with 422', early, ['invalid']))
    if (!early.ok) namesField(group, make, early.error, 'corrections.0.timestamp');
}

async function checkIntruders({ group, intruders }: Writing, addition: CorrectionRequest): Promise<void> {
  for (const { who, client, mustNot } of intruders) {
    if (mustNot(make, true)) checkRefused(group, make, `${who} cannot correct`, await request({ client }, addition));
  }
}

async function checkPreview(writing: Writing, addition: CorrectionRequest): Promise<void> {
  const key = 'POST /corrections/preview';
  const { client, group } = writing;
  const preview = await client.call(key, { body: { corrections: [addition], reason: '' } });
  if (!succeeds(group, key, 'A preview is answered, without a reason', preview) || !preview.ok) return;
  const changed = preview.data.days.find((each) => each.day === day);
  group.expect(key, 'It says what changes', changed?.before.first_in === '' && changed.after.first_in !== '', {
    field: 'days',
    detail: `An event at 08:00 on ${day}, with none before it, becomes the first check-in`,
    shown: 'A dialog that does not say what the correction does',
  });
  const listed = await correctionsOf(client, addition);
  group.expect(key, 'It stores nothing', listed?.length === 0, {
    detail: 'GET /corrections lists a correction that was only previewed',
    shown: 'Corrections that nobody made',
  });
}

async function withSecondPerson({ client, group }: Writing, id: number, use: () => Promise<void>): Promise<void> {
  const key = 'PUT /companies/{id}/day-rules';
  const rules = await client.call('GET /companies/{id}/day-rules', { id });
  if (!rules.ok) return;
  const { version: _, ...before } = rules.data;
  const ask = (needs_second_person: boolean) => client.call(key, { id, body: { ...before, needs_second_person } });
  if (!succeeds(group, key, 'A company can ask for a second person', await ask(true))) return;
  await use();
  await ask(before.needs_second_person);
}

async function checkAddition(writing: Writing, addition: CorrectionRequest): Promise<void> {
  const { client, group } = writing;
  const made = await request(writing, addition);
  if (!succeeds(group, make, 'An event can be asked for', made) || !made.ok) return;
  const [waiting] = made.data.corrections;
  if (!waiting) return;
  group.expect(make, 'It waits for a second person', waiting.state === 'waiting', {
    field: 'state',
    detail: `The company asks for a second person, and the state is ${waiting.state}`,
    shown: 'A correction that nobody has approved',
  });
  const [listed] = (await correctionsOf(client, addition)) ?? [];
  group.expect(make, 'The list has it, with its reason', listed?.id === waiting.id && listed.reason === reason, {
    detail: 'The newest correction of the employee in GET /corrections is another one, or has no reason',
    shown: 'A correction without its author and reason',
  });
  refuses(group, make, 'The same event again is refused', await request(writing, addition), ['invalid', 'refused']);
  const late: CorrectionRequest = { ...addition, timestamp: `${day}T16:00`, event_type: 'check-out' };
  const unseen = await request(writing, late);
  refuses(group, make, 'Whoever has not seen the newest correction of the day gets 409', unseen, ['refused']);
  await checkOwn(writing, addition, waiting.id);
}

/** The kit has one account, which therefore must not agree. */
async function checkOwn(writing: Writing, addition: CorrectionRequest, id: number): Promise<void> {
  const decide = 'POST /corrections/{id}/decide';
  const { client, group } = writing;
  const own = await client.call(decide, { id, body: { agree: true, reason: '' } });
  refuses(group, decide, 'Who asked cannot agree', own, ['forbidden', 'invalid', 'refused']);
  const withdrawn = await request(writing, { kind: 'undo', correction_id: id });
  succeeds(group, make, 'Who asked can withdraw it', withdrawn);
  const state = (await correctionsOf(client, addition))?.find((each) => each.id === id)?.state ?? 'missing';
  group.expect(make, 'It is refused then', state === 'refused', {
    field: 'state',
    detail: `Correction ${id} was withdrawn, and its state is ${state}`,
    shown: 'A correction that seems to wait still',
  });
}

async function correctionsOf(client: KitClient, { employee_id }: CorrectionRequest) {
  const result = await client.call('GET /corrections', { query: { ...(employee_id && { employee_id }) } });
  return result.ok ? result.data.data : undefined;
}
