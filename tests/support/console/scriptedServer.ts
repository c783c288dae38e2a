// A real HTTP server whose answers the test defines, for answers that a correct server never gives.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen } from '../server/ports.ts';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

export interface ScriptedServer {
  base: string;
  seen: SeenRequest[];
  /** Answers all requests from now on. */
  answer: Answer;
  stop(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const http = createServer(async (request, response) => {
    const seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    scripted.seen.push(seen);
    response.setHeader('Access-Control-Allow-Origin', '*');
    await scripted.answer(response, seen);
  });
  const scripted: ScriptedServer = {
    base: `http://127.0.0.1:${await listen(http)}`,
    seen: [],
    answer: (response) => void response.end('{}'),
    stop: () => close(http),
  };
  return scripted;
}

export function json(status: number, body: unknown): (response: ServerResponse, request?: SeenRequest) => void {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
}

export function raw(status: number, contentType: string, body = ''): Answer {
  return (response) => {
    response.writeHead(status, { 'Content-Type': contentType }).end(body);
  };
}
