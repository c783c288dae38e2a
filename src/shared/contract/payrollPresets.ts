// Templates to start from. docs/payroll.md names the public descriptions that they follow. Numbers that only the
// payroll office knows, such as wage types, are examples to be replaced.

import { freeDayMark, type PayrollColumn, type PayrollTemplate, type TimeKind } from './payroll.ts';

/** Parses columns written as 'Header=source', with the source's parameter, if any, after a space. */
const columns = (written: string): PayrollColumn[] =>
  written.split(';').map((each) => {
    const [name = '', said = ''] = each.trim().split('=');
    const [source = '', ...text] = said.split(' ');
    return { name, source, unit: 'decimal', text: text.join(' ') };
  });
const band = (code: string, name: string, from: string, until: string, weekdays: number[]): TimeKind => ({
  ...{ code, name, counts: 'band', from, until },
  weekdays,
});
const all = (code: string, name: string): TimeKind => ({ ...band(code, name, '00:00', '00:00', []), counts: 'all' });
const everyDay = [1, 2, 3, 4, 5, 6, 7];

const german = {
  lines: 'kind',
  kinds: [
    all('100', 'Stundenlohn'),
    band('200', 'Nachtzuschlag', '23:00', '06:00', everyDay),
    band('210', 'Sonntagszuschlag', '00:00', '00:00', [7]),
    band('220', 'Feiertagszuschlag', '00:00', '00:00', [freeDayMark]),
  ],
  rounding_minutes: 1,
  rounding: 'nearest',
  separator: ';',
  decimal_mark: ',',
  dates: 'dd.mm.yyyy',
  encoding: 'windows-1252',
  header: false,
  preamble: '',
} as const satisfies Omit<PayrollTemplate, 'columns' | 'kinds'> & { kinds: TimeKind[] };

const plain = { ...german, separator: ',', decimal_mark: '.', dates: 'yyyy-mm-dd', encoding: 'utf-8' } as const;

export const payrollPresets: Readonly<Record<string, { name: string; template: PayrollTemplate }>> = {
  csv: {
    name: 'Plain CSV, a line for each person',
    template: {
      ...plain,
      lines: 'person',
      kinds: [band('night', 'Night', '22:00', '06:00', everyDay), band('sunday', 'Sunday', '00:00', '00:00', [7])],
      encoding: 'utf-8-bom',
      header: true,
      columns: columns(`Employee ID=number; Name=name; From=first_day; Until=last_day; Days=days; Hours=worked;
        Night=time night; Sunday=time sunday`),
    },
  },
  lug: {
    name: 'DATEV Lohn und Gehalt',
    template: {
      ...german,
      columns: columns(`Personalnummer=number; Kalendertag=text; Ausfallschlüssel=text; Lohnartennummer=kind_code;
        Stundenanzahl=time; Tagesanzahl=text; Wert=text; Abweichender Faktor=text; Abweichende Lohnveränderung=text;
        Kostenstellennummer=text; Kostenträger=text`),
    },
  },
  lodas: {
    name: 'DATEV LODAS',
    template: {
      ...german,
      preamble: [
        ...['[Allgemein]', 'Ziel=LODAS', 'BeraterNr=', 'MandantenNr=', 'Datumsformat=TT.MM.JJJJ', 'Feldtrennzeichen=;'],
        ...['Zahlenkomma=,', '[Satzbeschreibung]'],
        '1;u_lod_bwd_buchung_standard;abrechnung_zeitraum#bwd;bs_wert_butab#bwd;bs_nr#bwd;la_eigene#bwd;pnr#bwd;',
        '[Bewegungsdaten]',
      ].join('\n'),
      columns: columns(`Satzart=text 1; Abrechnungszeitraum=first_day; Wert=time; Bearbeitungsschlüssel=text 1;
        Lohnart=kind_code; Personalnummer=number; =text`),
    },
  },
  adp: {
    name: 'ADP Workforce Now, Paydata',
    template: {
      ...plain,
      lines: 'person',
      header: true,
      kinds: [band('NGT', 'Night', '22:00', '06:00', everyDay)],
      columns: columns(`Co Code=text ABC; Batch ID=text ROLLCALL; File #=number; Reg Hours=worked;
        Hours 3 Code=text NGT; Hours 3 Amount=time NGT`),
    },
  },
  sage: {
    name: 'Sage Payroll, multi-timesheet',
    template: {
      ...plain,
      kinds: [all('1', 'Hours'), band('2', 'Night', '22:00', '06:00', everyDay)],
      columns: columns(`Payment=text 2; Employee=number; Payment number=kind_code; Department=text; Cost centre=text;
        Hours=time; Rate=text`),
    },
  },
};
