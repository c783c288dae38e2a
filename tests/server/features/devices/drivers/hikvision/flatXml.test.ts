// Simple XML is read; anything that could expand a small text, or refer elsewhere, is not.

import { expect, test } from 'vitest';
import { readXml } from '../../../../../../server/features/devices/drivers/hikvision/hikvisionDriver.ts';

test.each([
  ['<a>1</a>', { a: '1' }],
  ['<?xml version="1.0"?>\n<a x="1" y=\'2\'>\n <b> 1 </b>\n <c/>\n</a>', { a: { b: '1', c: '' } }],
  ['<n:a xmlns:n="urn:x"><n:b>1</n:b></n:a>', { a: { b: '1' } }],
  ['<a><b>1</b><b>2</b></a>', { a: { b: '1' } }],
  ['<a>&lt;&amp;lt;&#65;&x;&gt;</a>', { a: '<&lt;&#65;&x;>' }],
])('reads %j', (xml, expected) => {
  expect(readXml(xml)).toEqual(expected);
});

test.each([
  '',
  'a',
  '<a>',
  '<a></b>',
  '</a>',
  '<a/>b',
  '<a/><b/>',
  '<a>1 < 2</a>',
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  '<a><![CDATA[1]]></a>',
  '<a><!-- 1 </a>',
  `${'<a>'.repeat(20)}1${'</a>'.repeat(20)}`,
  `<a>${'<b/>'.repeat(1000)}</a>`,
])('does not read %j', (xml) => {
  expect(readXml(xml)).toBeUndefined();
});

test('never mistakes the name of an element for what every object inherits', () => {
  const read = readXml('<a><__proto__><b>1</b></__proto__><constructor>2</constructor></a>');
  expect(JSON.stringify(read)).toBe('{"a":{"constructor":"2","__proto__":{"b":"1"}}}');
});
