// Tryton's JSON-RPC, for what tests prepare and check. It shares nothing with the connector under test.

export interface SignIn {
  readonly login: string;
  readonly password: string;
}

/** An answer. Refusals have an `error`; without a sign-in, there is only the status. */
export interface Answer<Result = unknown> {
  readonly status: number;
  readonly result?: Result;
  readonly error?: unknown;
}

export const basic = ({ login, password }: SignIn) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

/** Posts a call to a database's address, or to the server's if it concerns no database. */
export async function ask<Result>(
  address: string,
  method: string,
  params: readonly unknown[],
  authorization?: string,
): Promise<Answer<Result>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    body: JSON.stringify({ id: 1, method, params }),
  });
  const { status } = response;
  const text = await response.text();
  if (response.headers.get('content-type') !== 'application/json') return { status };
  const { id: _, ...answer } = JSON.parse(text);
  return { status, ...answer };
}

/** Calls a method and adds the context, which asks for English sentences. */
export type Call = <Result = unknown>(method: string, ...params: readonly unknown[]) => Promise<Result>;

/** Makes calls as somebody; throws if they are refused. */
export const callerOf =
  (address: string, signIn: SignIn): Call =>
  async <Result>(method: string, ...params: readonly unknown[]) => {
    const answer = await ask<Result>(address, method, [...params, { language: 'en' }], basic(signIn));
    if (answer.status === 200 && answer.result !== undefined) return answer.result;
    throw new Error(`Tryton refused ${method}: ${JSON.stringify(answer)}`);
  };

/** Reads these fields of all records of a model. */
export const all = <Row>(call: Call, model: string, fields: readonly string[], ...order: readonly string[]) =>
  call<Row[]>(
    `model.${model}.search_read`,
    [],
    0,
    null,
    order.map((field) => [field, 'ASC']),
    fields,
  );

// Days and instants in Tryton's JSON.
interface WireDay {
  readonly __class__: 'date';
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** An instant in UTC. */
export interface WireInstant extends Omit<WireDay, '__class__'> {
  readonly __class__: 'datetime';
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly microsecond: number;
}

/** Converts a day such as '2026-05-12'. */
export function wireDay(day: string): WireDay {
  const date = new Date(day);
  return {
    __class__: 'date',
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

export function wireInstant(at: Date): WireInstant {
  return {
    ...wireDay(at.toISOString()),
    __class__: 'datetime',
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    microsecond: at.getUTCMilliseconds() * 1000,
  };
}

const dayOf = ({ year, month, day }: WireDay) => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

export const instantOf = ({ year, month, day, hour, minute, second, microsecond }: WireInstant) =>
  new Date(Date.UTC(year, month - 1, day, hour, minute, second, microsecond / 1000));

// Tryton's attendance, read back through its own API.
export interface Line {
  /** The employee's code. */
  readonly employee: string;
  /** The instant, as '2026-05-12T06:59:12.000Z'. */
  readonly at: string;
  /** The day, as '2026-05-12'. */
  readonly date: string;
  readonly type: string;
}

export interface SheetSeconds {
  /** The employee's code. */
  readonly employee: string;
  readonly date: string;
  /** How long they worked; null while they are in for the first time. */
  readonly seconds: number | null;
}

/** The code of the employee that a record is about. */
interface OfEmployee {
  readonly 'employee.': { readonly 'party.': { readonly code: string } };
}
const code = 'employee.party.code';
const codeOf = (row: OfEmployee) => row['employee.']['party.'].code;

interface LineRow extends OfEmployee {
  readonly at: WireInstant;
  readonly date: WireDay;
  readonly type: string;
}

export async function linesOf(call: Call): Promise<Line[]> {
  const rows = await all<LineRow>(call, 'attendance.line', [code, 'at', 'date', 'type'], 'at', 'id');
  return rows.map((row) => ({
    employee: codeOf(row),
    at: instantOf(row.at).toISOString(),
    date: dayOf(row.date),
    type: row.type,
  }));
}

interface SheetRow extends OfEmployee {
  readonly date: WireDay;
  readonly duration: { readonly seconds: number } | null;
}

export async function sheetSecondsOf(call: Call): Promise<SheetSeconds[]> {
  const rows = await all<SheetRow>(call, 'attendance.sheet', [code, 'date', 'duration'], 'date', 'id');
  return rows.map((row) => ({
    employee: codeOf(row),
    date: dayOf(row.date),
    seconds: row.duration?.seconds ?? null,
  }));
}
