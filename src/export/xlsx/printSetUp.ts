// How sheets are printed: on A4 paper on its side, all columns on one page, with page numbers.

/** The XML at the start of a sheet, and at its end. */
export const printSetUp = {
  start: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
  end:
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>',
};
