// How browsers name themselves, and the names shown to people.

import { expect, test } from 'vitest';
import { deviceName } from '../../../../server/features/signIn/newSignIns.ts';

const like = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`;
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Firefox on Windows', like('Windows NT 10.0; Win64; x64; rv:145.0', 'Gecko/20100101 Firefox/145.0')],
  [
    'Firefox on iPhone',
    like('iPhone; CPU iPhone OS 18_0 like Mac OS X', 'AppleWebKit/605 FxiOS/140.0 Mobile Safari/605'),
  ],
  ['Edge on Windows', like('Windows NT 10.0', `${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`)],
  ['Chrome on Android', like('Linux; Android 16; K', `${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`)],
  ['Chrome on ChromeOS', like('X11; CrOS x86_64 14541.0.0', `${webkit} Chrome/142.0.0.0 Safari/537.36`)],
  ['Chrome on Linux', like('X11; Linux x86_64', `${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`)],
  [
    'Samsung Internet on Android',
    like('Linux; Android 16', `${webkit} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/5`),
  ],
  ['Opera on macOS', like('Macintosh; Intel Mac OS X 10_15_7', `${webkit} Chrome/141.0 Safari/537.36 OPR/125.0`)],
  ['Safari on macOS', like('Macintosh; Intel Mac OS X 10_15_7', 'AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15')],
  ['Linux', like('X11; Linux x86_64', `${webkit} HappyDOM/20.0.0`)],
  ['', 'Mozilla/5.0'],
  ['curl', 'curl/8.5.0'],
  ['python-requests', 'python-requests/2.32.3'],
  ['node', 'node'],
  ['', ''],
  ['', '<script>alert(1)</script>'],
  ['', '../../etc/passwd'],
])('says %o', (words, userAgent) => {
  expect(deviceName(userAgent)).toBe(words);
});
