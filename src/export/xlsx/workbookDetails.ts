// What write-excel-file leaves out of a workbook: the default style, which other programs ask for, how it is printed,
// and its title and author.

import type { Feature } from 'write-excel-file/universal';
import { printSetUp } from './printSetUp.ts';
import { textToXml } from './text.ts';

const properties = 'docProps/core.xml';
const schemas = 'http://schemas.openxmlformats.org/package/2006';

/** `title` is that of the workbook and of its first sheet. */
export const workbookDetails = (title: string, author: string): Feature<Blob> => ({
  files: {
    transform: {
      '[Content_Types].xml': {
        insert: () =>
          `<Override PartName="/${properties}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`,
      },
      '_rels/.rels': {
        insert: () =>
          `<Relationship Id="properties" Type="${schemas}/relationships/metadata/core-properties" Target="${properties}"/>`,
      },
      'xl/styles.xml': {
        transform: (xml) =>
          xml
            .replace('<cellXfs', '<cellStyleXfs count="1"><xf/></cellStyleXfs>$&')
            .replace(
              '</cellXfs>',
              '$&<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
            ),
      },
      'xl/workbook.xml': {
        // The row of titles is printed on every page.
        transform: (xml) =>
          xml.replace(
            '<definedNames/>',
            `<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${title}'!$1:$1</definedName></definedNames>`,
          ),
      },
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml) => xml.replace(/<worksheet[^>]*>/, `$&${printSetUp.start}`),
        insert: () => printSetUp.end,
      },
    },
    write: {
      files: () => ({
        [properties]:
          '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
          `<cp:coreProperties xmlns:cp="${schemas}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
          `<dc:title>${title}</dc:title><dc:creator>${textToXml(author)}</dc:creator></cp:coreProperties>`,
      }),
    },
  },
});
