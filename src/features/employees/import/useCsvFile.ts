// The file of an import while it is chosen and read. A setting changed by hand reads it again.

import { useEffect, useRef, useState } from 'react';
import { CsvError } from '../../../platform/csv/readCsv.ts';
import { assertSize, pastedContent, readCsvFile, type Content, type CsvFile, type Settings } from './csvFile.ts';

type Chosen = Partial<Settings>;

export type Reading =
  | { status: 'none' }
  /** `file` is the last one that could be read. */
  | { status: 'reading'; name: string; part: number; file: CsvFile | undefined }
  | { status: 'failed'; message: string; file: CsvFile | undefined }
  | { status: 'read'; file: CsvFile };

export interface FileControls {
  reading: Reading;
  open(file: File): void;
  paste(text: string): void;
  change(settings: Chosen): void;
  clear(): void;
}

export function useCsvFile(): FileControls {
  const [reading, setReading] = useState<Reading>({ status: 'none' });
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);

  async function read(name: string, load: () => Promise<Content>, chosen: Chosen, last?: CsvFile) {
    current.current.abort();
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    const show = (next: Reading) => signal.aborted || setReading(next);
    show({ status: 'reading', name, part: 0, file: last });
    try {
      const onProgress = (part: number) => show({ status: 'reading', name, part, file: last });
      const file = await readCsvFile(await load(), chosen, { signal, onProgress });
      show({ status: 'read', file });
    } catch (error) {
      const message = error instanceof CsvError ? error.message : `${name} could not be read.`;
      show({ status: 'failed', message, file: last });
    }
  }

  return {
    reading,
    open(file) {
      void read(
        file.name,
        async () => {
          assertSize(file);
          return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
        },
        {},
      );
    },
    paste(text) {
      const content = pastedContent(text);
      void read(content.name, async () => content, {});
    },
    change(settings) {
      const file = 'file' in reading ? reading.file : undefined;
      if (!file) return;
      // Read otherwise, the first row may turn out to have the names of the columns.
      const { encoding, separator } = file.settings;
      void read(file.name, async () => file, { encoding, separator, ...settings }, file);
    },
    clear() {
      current.current.abort();
      setReading({ status: 'none' });
    },
  };
}
