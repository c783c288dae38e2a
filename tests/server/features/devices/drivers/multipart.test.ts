// Multipart bodies are split only where a whole line is the boundary.

import { expect, test } from 'vitest';
import { boundariesOf, messagesIn, partsOf } from '../../../../../server/features/devices/drivers/multipart.ts';
import { facePunch, jsonPart, multipartType, picture, untypedPart, withPicture } from './hikvision/alertBodies.ts';

const split = (body: string) => partsOf(Buffer.from(body), 'B').map((part) => part.body.toString());

test('gives each part with its type, and the picture byte for byte', () => {
  const body = withPicture(jsonPart, facePunch);
  const [alert, image, ...more] = partsOf(body, boundariesOf(multipartType, body)[0] ?? '');
  expect(alert).toMatchObject({ contentType: 'application/json' });
  expect(alert?.body.toString()).toBe(facePunch);
  expect(image).toMatchObject({ contentType: 'image/jpeg' });
  expect(image?.body.equals(picture)).toBe(true);
  expect(more).toEqual([]);
});

test('gives a part without a type', () => {
  expect(partsOf(withPicture(untypedPart, facePunch), 'MIME_boundary')[0]?.contentType).toBe('');
});

test.each([
  ['without headers', '--B\r\n\r\nx\r\n--B--', ['x']],
  ['with text before the first', 'hello\r\n--B\r\n\r\nx\r\n--B--', ['x']],
  ['with text after the last', '--B\r\n\r\nx\r\n--B--\r\nhello\r\n--B\r\n\r\ny\r\n--B--', ['x']],
  ['without an end', '--B\r\n\r\nx', ['x']],
  ['without headers and body', '--B\r\n--B\r\n\r\nx\r\n--B--', ['x']],
  [
    'with the boundary in a line',
    '--B\r\n\r\nx--B\r\n --B\r\n--B x\r\n--BB\r\n--B--',
    ['x--B\r\n --B\r\n--B x\r\n--BB'],
  ],
  ['of one byte ends of line', '--B\nContent-Type: a\n\nx\n--B--', ['x']],
  ['that are empty', '', []],
])('splits parts %s', (_, body, parts) => {
  expect(split(body)).toEqual(parts);
});

test.each([
  ['beside a picture', ['Content-Type: text/plain'], 'x', ['x']],
  ['that has the name of a file', ['Content-Disposition: form-data; name="e"; filename="e.xml"'], '<x/>', ['<x/>']],
  ['after a byte order mark', [], '\ufeff {"x":1}\r\n', ['{"x":1}']],
  ['in Latin-1', [], Buffer.from('\xe4', 'latin1'), ['ä']],
  ['of which one character is cut', [], Buffer.from('Saída "Zoë').subarray(0, -1), ['Saída "Zo\ufffd']],
  ['not where a part is empty', [], ' \r\n', []],
  ['not in a picture without a type', ['Content-Type: application/octet-stream'], picture, []],
])('gives the text %s', (_, headers, text, messages) => {
  expect(messagesIn(multipartType, withPicture(headers, text))).toEqual(messages);
});

test('stops after twenty parts', () => {
  expect(split('--B\r\n\r\nx\r\n'.repeat(1000))).toHaveLength(20);
});

test.each([
  ['multipart/form-data; boundary=MIME_boundary', '', ['MIME_boundary']],
  ['multipart/mixed;charset=utf-8;BOUNDARY="a b"', '', ['a b']],
  ['multipart/form-data; boundary=mime_boundary', '--MIME_boundary\r\n', ['mime_boundary', 'MIME_boundary']],
  ['multipart/form-data; boundary=abc', '--abc\r\n', ['abc']],
  ['application/json', '--abc\r\nContent-Type: x', ['abc']],
  ['application/json', '--abc\nContent-Type: x', ['abc']],
  ['application/json', '{"a":1}', []],
  ['', '', []],
])('finds the boundaries of %j with the body %j', (contentType, body, boundaries) => {
  expect(boundariesOf(contentType, Buffer.from(body))).toEqual(boundaries);
});
