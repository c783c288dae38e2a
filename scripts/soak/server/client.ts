// Sends requests one after another over a single kept-alive connection, as a console does.

import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

interface RequestOptions {
  token?: string;
  body?: object | string;
  headers?: Readonly<Record<string, string>>;
}

/** A request without an answer by then has failed. */
export const timeoutMs = 10_000;

export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #address: string;
  readonly #onAnswer: (milliseconds: number) => void;

  /** `address` is the client address that the server sees. */
  constructor(port: number, address: string, onAnswer: (milliseconds: number) => void = () => {}) {
    this.#port = port;
    this.#address = address;
    this.#onAnswer = onAnswer;
  }

  async send(method: string, path: string, { token, body, headers }: RequestOptions = {}) {
    const started = performance.now();
    const content = typeof body === 'object' ? JSON.stringify(body) : body;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({
        agent: this.#agent,
        port: this.#port,
        method,
        path,
        headers: {
          'X-Forwarded-For': this.#address,
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(content !== undefined && { 'Content-Length': Buffer.byteLength(content) }),
          ...headers,
        },
        signal: AbortSignal.timeout(timeoutMs),
      })
        .on('response', resolve)
        .on('error', (error) => reject(new Error(`${method} ${path} got no answer: ${error.message}`)))
        .end(content);
    });
    const answer = { status: response.statusCode ?? 0, text: await text(response) };
    this.#onAnswer(performance.now() - started);
    return answer;
  }

  /** Calls the API and returns the answer's data; any other status is an error. */
  async call<Data>(expectedStatus: number, key: string, options?: RequestOptions): Promise<Data> {
    const [method = '', path = ''] = key.split(' ');
    const answer = await this.send(method, `/web/api/v1${path}`, options);
    if (answer.status !== expectedStatus) throw new Error(`${key}: ${answer.status} ${answer.text.slice(0, 200)}`);
    const { data }: { data: Data } = JSON.parse(answer.text);
    return data;
  }

  close(): void {
    this.#agent.destroy();
  }
}
