// What a browser calls itself, in words: 'Firefox on Windows'. It may say anything, so it only helps people to recognise
// their own devices.

type Known = readonly (readonly [string, RegExp])[];

/** The first that matches: most browsers also claim to be Chrome and Safari. */
const browsers: Known = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
];

const systems: Known = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Programs name themselves first: 'curl/8.5.0'. All browsers say that they are Mozilla. */
const program = /^(?!Mozilla\b)[A-Za-z][\w.-]{0,39}(?=\/|$)/;

/** Empty if the client says nothing. */
export function deviceName(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? program.exec(userAgent)?.[0] ?? '';
}

const nameIn = (known: Known, text: string) => known.find(([, pattern]) => pattern.test(text))?.[0];
