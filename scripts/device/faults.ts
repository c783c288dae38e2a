// What goes wrong with real devices and their networks.

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
} as const;

export type Fault = keyof typeof faults;

export const isFault = (name: string): name is Fault => Object.hasOwn(faults, name);

export const allFaults: readonly Fault[] = Object.keys(faults).filter(isFault);
