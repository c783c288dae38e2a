// Faults of real devices and their networks.

export const faults = {
  'no-answer': 'The connection breaks before the server answers, so the same batch is sent again',
  'answer-lost': 'The server answers, and the device never hears it, so the same batch is sent again',
  'cut-body': 'The connection breaks in the middle of a batch',
  replay: 'The whole memory is sent again',
  'clock-2000': 'After a power cut the clock begins in 2000, until it is set six hours later',
  'clock-back': 'For a day the clock is an hour behind',
  'numbers-restart': "The device's own numbers begin again in the middle of the time",
  'half-hour': 'Of a time zone such as 5.5 the device takes the whole hours only',
  'two-connections': 'Two connections of one device send the same at once',
  slow: 'The bytes of a batch come slowly, in pieces',
  garbage: 'Lines that nobody can read are among the events',
  templates: 'Users, fingerprints, cards and photos come unasked',
  'lower-case': 'The serial number is written in lower case',
  aspx: 'The paths end in .aspx, with other letters in upper case',
  counter: 'A terminal writes a running number where others write their offset',
  keys: 'A terminal writes its punches as key=value',
  'no-table': 'A terminal does not name the table of its punches',
  form: 'A terminal posts its punches as a form',
  card: 'The card stands between the person and the time',
  commas: 'An access controller writes commas between its pairs, and rows of its memory without keys',
  'memory-tables': 'An access controller sends its memory as tables, and not as the answer to a query',
  'unknown-table': 'A table comes that nobody described',
  'doubled-path': 'The paths begin with /iclock twice, or with two slashes',
  'whole-address': 'The first line of a request has the whole address, with http://',
  packed: 'The bodies are packed with gzip',
  'results-at-poll': 'Results of commands are posted where commands are fetched',
  'asks-time': 'An access controller asks what time it is and who may pass, and registers without a body',
  'long-firmware': 'The name of the firmware has 37 letters',
  'odd-xml': 'XML has a comment, and its kinds are written in hexadecimal digits',
  'odd-boundary': 'The parts of a message are divided otherwise than it announces, or by line feeds only',
} as const;

/** Faults of the device or its times that make its events wrong. Not included in 'all'. */
export const mistakes = {
  'factory-zone': 'The offset that the device says is that of its factory, +08:00; its clock is right',
  'two-zones': 'Every second message says another offset than the others',
  'two-protocols': 'A terminal begins to speak as an access controller, or the other way',
  'other-serial': 'The device says another serial number than the one that it calls with',
  'card-alone': 'Every third event names the card of a person, and not the person',
  'too-large': 'The device first sends more than 2 MiB at once',
} as const;

export type Fault = keyof typeof faults | keyof typeof mistakes;

const isAmongAll = (name: string): name is keyof typeof faults => Object.hasOwn(faults, name);
export const isFault = (name: string): name is Fault => isAmongAll(name) || Object.hasOwn(mistakes, name);

export const allFaults: readonly Fault[] = Object.keys(faults).filter(isAmongAll);
