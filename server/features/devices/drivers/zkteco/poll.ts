// The answer to a poll: the commands that wait for the device, as many as it takes at once.

import type { QueuedCommand } from '../driver.ts';

const mostCommands = 200;
const mostBytes = 40 * 1024;

export function commandsAnswer(commands: readonly QueuedCommand[]): { body: string; asked: number[] } {
  let body = '';
  const asked: number[] = [];
  for (const { id, text } of commands.slice(0, mostCommands)) {
    const line = `C:${id}:${text}\n`;
    if (Buffer.byteLength(body) + Buffer.byteLength(line) > mostBytes) break;
    body += line;
    asked.push(id);
  }
  return asked.length === 0 ? { body: 'OK', asked } : { body, asked };
}
