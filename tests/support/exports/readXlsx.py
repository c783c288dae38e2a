# Reads a workbook as an independent program would: checks the archive, parses the XML, resolves texts and
# styles. Prints JSON: {sheet: {rows, formulas, types, formats, boldRows, frozen, filter, widths}}.
import json, re, sys, zipfile
import xml.etree.ElementTree as xml

main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
relation = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None, 'a member is damaged'
trees = {name: xml.fromstring(archive.read(name)) for name in archive.namelist()}

def plain(text):
    return re.sub('_x([0-9A-Fa-f]{4})_', lambda found: chr(int(found[1], 16)), text)

def text_in(element):
    return plain(''.join(part.text or '' for part in element.iter(main + 't')))

shared = [text_in(item) for item in trees['xl/sharedStrings.xml'].findall(main + 'si')] if 'xl/sharedStrings.xml' in trees else []
styles = trees['xl/styles.xml']
codes = {code.get('numFmtId'): code.get('formatCode') for code in styles.iter(main + 'numFmt')}
formats = [codes.get(style.get('numFmtId'), 'General') for style in styles.find(main + 'cellXfs')]
fonts = list(styles.find(main + 'fonts'))
bold = [fonts[int(style.get('fontId', '0'))].find(main + 'b') is not None for style in styles.find(main + 'cellXfs')]
targets = {link.get('Id'): link.get('Target') for link in trees['xl/_rels/workbook.xml.rels']}

def column_of(reference):
    column = 0
    for letter in re.match('[A-Z]+', reference)[0]: column = column * 26 + ord(letter) - 64
    return column - 1

def sheet(tree):
    rows, types, used, bold_rows = [], set(), set(), []
    for number, row in enumerate(tree.iter(main + 'row'), 1):
        assert row.get('r') == str(number)
        cells = []
        for cell in row.findall(main + 'c'):
            column = column_of(cell.get('r'))
            assert column >= len(cells) and cell.get('r').endswith(str(number))
            cells += [''] * (column - len(cells)) # empty cells may be left out
            kind = cell.get('t', 'n')
            value = cell.find(main + 'v')
            if kind == 'inlineStr': cells.append(text_in(cell))
            elif value is None: cells.append('')
            else: cells.append(shared[int(value.text)] if kind == 's' else value.text)
            types.add(kind)
            if number > 1: used.add(formats[int(cell.get('s', '0'))])
        rows.append(cells)
        if cells and all(bold[int(cell.get('s', '0'))] for cell in row): bold_rows.append(number)
    pane = tree.find('.//' + main + 'pane')
    chosen = tree.find(main + 'autoFilter')
    return {
        'rows': rows,
        'formulas': len(list(tree.iter(main + 'f'))),
        'types': sorted(types),
        'formats': sorted(used),
        'boldRows': bold_rows,
        'frozen': None if pane is None else [pane.get('state'), pane.get('ySplit'), pane.get('topLeftCell')],
        'filter': None if chosen is None else chosen.get('ref'),
        'widths': [float(column.get('width')) for column in tree.iter(main + 'col')],
    }

print(json.dumps({
    entry.get('name'): sheet(trees['xl/' + targets[entry.get(relation + 'id')]])
    for entry in trees['xl/workbook.xml'].iter(main + 'sheet')
}))
