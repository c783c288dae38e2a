// Fetches code that a person is likely to need next, unless their connection is slow or expensive.

interface Connection {
  readonly saveData: boolean;
  /** 'slow-2g', '2g', '3g' or '4g', which includes anything faster. */
  readonly effectiveType: string;
}

/** Only Chromium has it. */
declare global {
  interface Navigator {
    readonly connection?: Connection;
  }
}

/** Ignores failures, which are reported when the code is needed. */
export function loadAhead(load: () => Promise<unknown>): void {
  const { connection } = navigator;
  if (connection && (connection.saveData || connection.effectiveType !== '4g')) return;
  load().catch(() => undefined);
}
