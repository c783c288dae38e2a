// The part of node:sqlite that we use, for as long as @types/node is the one of Node 20.

declare module 'node:sqlite' {
  interface StatementSync {
    all(...values: (string | number | null)[]): Record<string, unknown>[];
    run(...values: (string | number | null)[]): { changes: number | bigint };
  }
  class DatabaseSync {
    constructor(file: string);
    exec(script: string): void;
    prepare(text: string): StatementSync;
    close(): void;
  }
}
