// Reads exported files with other programs: Python's zip and XML modules, openpyxl, LibreOffice, Poppler and qpdf.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { need } from '../tools.ts';

interface Sheet {
  rows: string[][];
  formulas: number;
  types: string[];
  formats: string[];
  boldRows: number[];
  frozen: [state: string, rows: string, firstCell: string] | null;
  filter: string | null;
  widths: number[];
}

export function readXlsx(file: Blob): Promise<Record<string, Sheet>> {
  const script = path.join(import.meta.dirname, 'readXlsx.py');
  return withFile(file, 'xlsx', (name) => {
    run(need('python3-openpyxl'), '-W', 'error', '-c', loadWithOpenpyxl, name);
    return JSON.parse(run('python3', script, name));
  });
}

/** The text on each page, with letters normalized to the forms that people type. */
export function readPdf(file: Blob): Promise<string[]> {
  return withFile(file, 'pdf', (name) => {
    run('qpdf', '--check', name); // fails on warnings too
    return run('pdftotext', '-layout', name, '-')
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '') // direction marks that pdftotext adds
      .split('\f')
      .slice(0, -1);
  });
}

/** A PDF's metadata: { Title, Author, … } */
export const readPdfInfo = (file: Blob): Promise<Record<string, string>> =>
  withFile(file, 'pdf', (name) =>
    Object.fromEntries(
      [...run('pdfinfo', name).matchAll(/^(\w[\w ]*): +(.*)$/gm)].map(([, label = '', value = '']) => [label, value]),
    ),
  );

/** A page as a grayscale picture, row by row from the top; 0 is black. */
export function drawPdf(file: Blob, page: number): Promise<{ width: number; height: number; pixels: Buffer }> {
  return withFile(file, 'pdf', (name) => {
    const pgm = execFileSync('pdftoppm', ['-gray', '-r', '72', '-f', String(page), '-l', String(page), name], {
      maxBuffer: 2 ** 28,
    });
    const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 40).toString('latin1'));
    const [start = '', width, height] = header ?? [];
    return { width: Number(width), height: Number(height), pixels: pgm.subarray(start.length) };
  });
}

const loadWithOpenpyxl = 'import openpyxl, sys; openpyxl.load_workbook(sys.argv[1], read_only=True)';

const run = (program: string, ...args: string[]) => execFileSync(program, args, { maxBuffer: 2 ** 28 }).toString();

async function withFile<T>(contents: Blob, ending: string, use: (name: string) => T): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-export-'));
  const name = path.join(folder, `file.${ending}`);
  try {
    writeFileSync(name, Buffer.from(await contents.arrayBuffer()));
    return use(name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
