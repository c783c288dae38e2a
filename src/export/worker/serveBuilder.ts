// The worker's side: carries out what the page orders.

import type { Builder } from './builder.ts';
import type { Order, Report } from './messages.ts';

const say = (report: Report) => self.postMessage(report);

export function serveBuilder(builder: Builder): void {
  self.addEventListener('message', ({ data }: MessageEvent<Order>) => {
    carryOut(data).catch((error: unknown) =>
      say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  });

  async function carryOut(order: Order): Promise<void> {
    switch (order.kind) {
      case 'clear':
        return builder.clear();
      case 'add':
        return builder.add(order.rows, order.where);
      case 'findMissingGlyphs':
        return say({ kind: 'missingGlyphs', characters: await builder.missingGlyphs(order.origin) });
      case 'build':
        return say({
          kind: 'built',
          files: await builder.build(order, (progress) => say({ kind: 'progress', ...progress })),
        });
    }
  }
}
