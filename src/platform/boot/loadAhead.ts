// Code that a person is likely to need next is fetched before they ask for it, unless each byte costs time or money.

interface Connection {
  readonly saveData: boolean;
  /** 'slow-2g', '2g', '3g' or '4g', which means anything faster, too. */
  readonly effectiveType: string;
}

/** Only Chromium tells. */
declare global {
  interface Navigator {
    readonly connection?: Connection;
  }
}

/** A failure is reported when the code is needed. */
export function loadAhead(load: () => Promise<unknown>): void {
  const { connection } = navigator;
  if (connection && (connection.saveData || connection.effectiveType !== '4g')) return;
  load().catch(() => undefined);
}
