// Why each package that we ask for is there. For those that reach people, `may` is what their code was seen
// to name when somebody looked (powers.mjs): the audit fails when a version names more.

export const shipped = {
  react: { why: 'draws the screens', may: ['change the page'] },
  'react-dom': {
    why: 'draws the screens into the page',
    may: ['turn text into HTML', 'change the page', 'change the address'],
  },
  scheduler: { why: 'decides for react-dom when to draw', may: [] },
  wouter: { why: 'knows which screen an address means', may: ['change the page', 'change the address'] },
  regexparam: { why: 'reads paths for wouter', may: [] },
  clsx: { why: 'joins class names', may: [] },
  'write-excel-file': { why: 'writes Excel exports', may: [] },
  fflate: { why: 'packs Excel and PDF exports', may: ['start workers'] },
  jspdf: {
    why: 'writes PDF exports, in a worker',
    may: ['call other hosts', 'turn text into HTML', 'change the page', 'change the address'],
  },
  '@babel/runtime': { why: 'small helpers that jspdf was compiled to', may: [] },
  'dejavu-fonts-ttf': { why: 'letters beyond Latin in PDF exports; data, fetched only when needed', may: [] },

  postgres: {
    why: 'speaks to PostgreSQL, where DATABASE_URL names one',
    may: ['call other hosts', 'read or write files', 'read the environment'],
  },
  'node-sqlite3-wasm': {
    why: 'SQLite where Node has none of its own (Node 20)',
    may: ['read or write files', 'run WebAssembly'],
  },
  nodemailer: {
    why: 'hands mails to the server that SMTP_URL names; it could start sendmail, which we never ask for',
    may: ['call other hosts', 'read or write files', 'start programs', 'read the environment'],
  },
};

/** On machines that build or test, and nowhere else. */
export const tools = {
  esbuild: 'bundles console, server and conformance kit',
  typescript: 'checks the types',
  '@biomejs/biome': 'lints and formats the sources',
  vitest: 'runs the tests',
  'happy-dom': 'a page for tests without a browser',
  'playwright-core': 'drives the real browser in tests and screenshots',
  'axe-core': 'finds barriers in screens, in tests',
  'dejavu-fonts-ttf': 'the build copies its font',
  '@types/node': 'types of Node',
  '@types/react': 'types of react',
  '@types/react-dom': 'types of react-dom',
};

/** What jspdf could bring along, and must not: package.json's overrides put `standIn` there by its name. */
export const keptOut = {
  canvg: 'draws SVG',
  html2canvas: 'draws HTML',
  dompurify: 'cleans HTML for html2canvas',
  'core-js': 'fills in for browsers of 2015',
};
export const standIn = 'clsx';

/** The only package that runs code while it is installed: it looks whether its program fits the machine. */
export const installScripts = ['esbuild'];

/** What we may ship; the font's is told in the file beside it. */
export const licences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'SEE LICENSE IN README.md AND LICENSE',
];
