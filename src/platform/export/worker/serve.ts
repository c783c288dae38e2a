// The worker's side, which handles requests from the page and reports errors to it.

import type { Row } from '../columns.ts';
import type { Origin } from '../proof/about.ts';
import type { Claim, Signed } from '../proof/signature.ts';
import type { Builder, BuildProgress, BuildRequest, BuiltFile } from './builder.ts';

export function serve<Request, Reply>(handle: (request: Request, reply: (reply: Reply) => void) => unknown): void {
  const reply = (message: Reply | { kind: 'failed'; message: string }) => self.postMessage(message);
  self.addEventListener('message', async ({ data }: MessageEvent<Request>) => {
    try {
      await handle(data, reply);
    } catch (error) {
      reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  });
}

export type BuilderRequest =
  | { kind: 'clear' }
  | { kind: 'add'; rows: readonly Row[]; where: 'front' | 'end' }
  | { kind: 'findMissingGlyphs'; origin: Origin }
  | ({ kind: 'build'; canSign: boolean } & BuildRequest)
  | { kind: 'signed'; signed: Signed | undefined };

export type BuilderReply =
  | { kind: 'missingGlyphs'; characters: readonly string[] }
  | ({ kind: 'progress' } & BuildProgress)
  | { kind: 'sign'; claim: Claim }
  | { kind: 'built'; files: BuiltFile[] };

export function serveBuilder(builder: Builder): void {
  let onSigned: ((signed: Signed | undefined) => void) | undefined;
  serve<BuilderRequest, BuilderReply>(async (request, reply) => {
    switch (request.kind) {
      case 'clear':
        return builder.clear();
      case 'add':
        return builder.add(request.rows, request.where);
      case 'findMissingGlyphs':
        return reply({ kind: 'missingGlyphs', characters: await builder.missingGlyphs(request.origin) });
      case 'build': {
        // Asks the page to sign, as only the page can call the server.
        const sign = (claim: Claim) =>
          new Promise<Signed | undefined>((resolve) => {
            onSigned = resolve;
            reply({ kind: 'sign', claim });
          });
        const onProgress = (progress: BuildProgress) => reply({ kind: 'progress', ...progress });
        const files = await builder.build(request, onProgress, request.canSign ? sign : undefined);
        return reply({ kind: 'built', files });
      }
      case 'signed':
        return onSigned?.(request.signed);
    }
  });
}
