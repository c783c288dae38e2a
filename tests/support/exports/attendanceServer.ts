// A real HTTP server with a list of attendance records that a test can change while it is being read.
import type { ServerResponse } from 'node:http';
import { type Api, createClient } from '../../../src/platform/api/client.ts';
import { type SeenRequest, startScriptedServer } from '../console/scriptedServer.ts';

export interface Entry {
  id: number;
  employee: { name: string; employee_id: string } | null;
  event_type: string;
  timestamp: string;
  access_controller: { name: string } | null;
  company: { name: string } | null;
  is_processed: boolean;
  created_at: string;
}

export function entry(id: number, more: Partial<Entry> = {}): Entry {
  const minute = String(id % 60).padStart(2, '0');
  return {
    id,
    employee: { name: `Employee ${id % 40}`, employee_id: String(id % 40).padStart(5, '0') },
    event_type: id % 2 ? 'check-in' : 'check-out',
    timestamp: `2026-03-02 08:${minute}:00`,
    access_controller: { name: 'Main Door' },
    company: { name: 'Acme Ltd' },
    is_processed: false,
    created_at: `2026-03-02 08:${minute}:05`,
    ...more,
  };
}

export interface AttendanceServer {
  readonly base: string;
  readonly api: Api;
  /** The records, in the order of the list. */
  records: Entry[];
  /** The pages requested, in order. */
  readonly requestedPages: number[];
  /** Called before a page is answered; returns true if it has answered itself. */
  before(page: number, response: ServerResponse, request: SeenRequest): boolean | void | Promise<boolean | void>;
  stop(): Promise<void>;
}

export const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(index + 1));

export async function startAttendanceServer(records: Entry[]): Promise<AttendanceServer> {
  const http = await startScriptedServer();
  const server = {
    base: http.base,
    api: createClient({ base: http.base, token: () => 'secret', skipsUnreadRows: true }),
    records,
    requestedPages: [] as number[],
    before: (): boolean | void | Promise<boolean | void> => undefined,
    stop: () => http.stop(),
  } satisfies AttendanceServer as AttendanceServer;
  http.answer = async (response, request) => {
    const { searchParams } = new URL(request.path, http.base);
    const page = Number(searchParams.get('page'));
    const size = Number(searchParams.get('per_page'));
    server.requestedPages.push(page);
    if (await server.before(page, response, request)) return;
    answerPage(server.records, page, size)(response);
  };
  return server;
}

export function answerPage(records: readonly Entry[], page: number, size: number) {
  const data = {
    data: records.slice((page - 1) * size, page * size),
    total: records.length,
    current_page: page,
    per_page: size,
    last_page: Math.max(1, Math.ceil(records.length / size)),
  };
  return (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ success: true, message: '', data }));
  };
}
