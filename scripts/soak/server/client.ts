// Asks the server as a console does: one connection, kept open, and one request after the other.

import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

interface Question {
  token?: string;
  body?: object | string;
  headers?: Readonly<Record<string, string>>;
}

/** In milliseconds: beyond it a request counts as not answered. */
export const longestWait = 10_000;

interface Answer {
  status: number;
  text: string;
}

export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #address: string;
  readonly #tell: (milliseconds: number) => void;

  /** `address` is who the server takes it for; `tell` is told how long each answer takes. */
  constructor(port: number, address: string, tell: (milliseconds: number) => void = () => {}) {
    this.#port = port;
    this.#address = address;
    this.#tell = tell;
  }

  async ask(method: string, path: string, { token, body, headers }: Question = {}): Promise<Answer> {
    const started = performance.now();
    const sent = typeof body === 'object' ? JSON.stringify(body) : body;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({
        agent: this.#agent,
        port: this.#port,
        method,
        path,
        headers: {
          'X-Forwarded-For': this.#address,
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(sent !== undefined && { 'Content-Length': Buffer.byteLength(sent) }),
          ...headers,
        },
        signal: AbortSignal.timeout(longestWait),
      })
        .on('response', resolve)
        .on('error', (error) => reject(new Error(`${method} ${path} is not answered: ${error.message}`)))
        .end(sent);
    });
    const answer = { status: response.statusCode ?? 0, text: await text(response) };
    this.#tell(performance.now() - started);
    return answer;
  }

  /** The data of an answer of the API with this status; every other answer is wrong. */
  async data<Data>(status: number, call: string, question?: Question): Promise<Data> {
    const [method = '', path = ''] = call.split(' ');
    const answer = await this.ask(method, `/web/api/v1${path}`, question);
    if (answer.status !== status) throw new Error(`${call} is ${answer.status}: ${answer.text.slice(0, 200)}`);
    const { data }: { data: Data } = JSON.parse(answer.text);
    return data;
  }

  close(): void {
    this.#agent.destroy();
  }
}
