// Tryton's JSON-RPC, for what tests prepare and look at. It shares nothing with the connector that they test.

export interface SignIn {
  readonly login: string;
  readonly password: string;
}

/** Refusals have an `error`; without a sign-in there is only the status. */
export interface Answer<Result = unknown> {
  readonly status: number;
  readonly result?: Result;
  readonly error?: unknown;
}

export const basic = ({ login, password }: SignIn) => `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

/** Posts a call to a database's address, or to the server's for what concerns no database. */
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

/** Throws what was refused. */
export const callerOf =
  (address: string, signIn: SignIn): Call =>
  async <Result>(method: string, ...params: readonly unknown[]) => {
    const answer = await ask<Result>(address, method, [...params, { language: 'en' }], basic(signIn));
    if (answer.status === 200 && answer.result !== undefined) return answer.result;
    throw new Error(`Tryton refused ${method}: ${JSON.stringify(answer)}`);
  };

/** These fields of all records of a model. */
export const all = <Row>(call: Call, model: string, fields: readonly string[], ...order: readonly string[]) =>
  call<Row[]>(
    `model.${model}.search_read`,
    [],
    0,
    null,
    order.map((field) => [field, 'ASC']),
    fields,
  );
