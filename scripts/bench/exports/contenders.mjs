// Worker in which a contender builds its file; only the building is timed.
import ExcelJS from 'exceljs/dist/exceljs.min.js';
import { jsPDF } from 'jspdf';
import { autoTable } from 'jspdf-autotable';
import pdfMake from 'pdfmake/build/pdfmake.js';
import pdfFonts from 'pdfmake/build/vfs_fonts.js';
import writeExcelFile from 'write-excel-file/universal';
import * as XLSX from 'xlsx';
import { createBuilder } from '../../../src/platform/export/worker/builder.ts';
import { pdfTitles } from '../../../src/platform/export/columns.ts';
import { titles } from '../../../src/shared/words/exportedRow.ts';
import { createPdfWriter } from '../../../src/platform/export/pdf/writer.ts';
import { createExcelWriter } from '../../../src/platform/export/xlsx/writer.ts';

const rowsOf = (count) =>
  Array.from({ length: count }, (_, id) => {
    const time = new Date(Date.UTC(2026, 2, 1) + id * 1000).toISOString().replace('T', ' ').slice(0, 19);
    const cells = [
      `Employee Name ${id % 300}`,
      String(id % 300).padStart(5, '0'),
      id % 2 ? 'Check In' : 'Check Out',
      time,
      `Main Door ${id % 7}`,
      `Company ${id % 9}`,
      id % 5 ? 'Processed' : 'Pending',
      time,
    ];
    return { id, cells };
  });

/** Starts with the arrival of the rows, a page at a time, and ends with the finished files. */
async function ours(format, rows) {
  const pdf = createPdfWriter({ names: async () => [], read: () => Promise.reject(new Error('No font')) });
  const builder = createBuilder({ excel: createExcelWriter(), pdf });
  for (let at = 0; at < rows.length; at += 100) builder.add(rows.slice(at, at + 100), 'end');
  const origin = {
    filters: [],
    zone: 'UTC',
    user: 'Bench',
    exportedOn: '',
    serverTotal: rows.length,
    notes: [],
  };
  const files = await builder.build({ format, origin }, () => undefined);
  return files.reduce((sum, { blob }) => sum + blob.size, 0);
}

const cellsOf = (rows) => rows.map(({ cells }) => cells);
const pdfCellsOf = (rows) => rows.map(({ cells }) => cells.slice(0, pdfTitles.length));

const contenders = {
  'ours (excel)': (rows) => ours('excel', rows),
  'ours (pdf)': (rows) => ours('pdf', rows),
  async 'write-excel-file'(rows) {
    const header = titles.map((value) => ({ value, fontWeight: 'bold' }));
    const data = cellsOf(rows).map((cells) => cells.map((value) => ({ value, type: String, format: '@' })));
    return (await writeExcelFile([header, ...data], { sheet: 'Attendance Records' }).toBlob()).size;
  },
  SheetJS(rows) {
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([titles, ...cellsOf(rows)]), 'Attendance Records');
    return XLSX.write(book, { type: 'array', bookType: 'xlsx', compression: true }).byteLength;
  },
  async exceljs(rows) {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Attendance Records');
    sheet.columns = titles.map((header) => ({ header, width: 20 }));
    sheet.addRows(cellsOf(rows));
    return (await book.xlsx.writeBuffer()).byteLength;
  },
  'jspdf-autotable'(rows) {
    const doc = new jsPDF({ unit: 'pt', orientation: 'landscape', compress: true });
    autoTable(doc, { head: [pdfTitles], body: pdfCellsOf(rows), styles: { fontSize: 8 } });
    return doc.output('arraybuffer').byteLength;
  },
  pdfmake(rows) {
    const table = { headerRows: 1, body: [[...pdfTitles], ...pdfCellsOf(rows)] };
    const definition = { pageOrientation: 'landscape', defaultStyle: { fontSize: 8 }, content: [{ table }] };
    const made = pdfMake.createPdf(definition, undefined, undefined, pdfFonts.pdfMake?.vfs ?? pdfFonts);
    return new Promise((resolve) => made.getBuffer((buffer) => resolve(buffer.length)));
  },
};

self.onmessage = async ({ data: { contender, count } }) => {
  try {
    const rows = rowsOf(count);
    const start = performance.now();
    const bytes = await contenders[contender](rows);
    self.postMessage({ milliseconds: performance.now() - start, bytes });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
