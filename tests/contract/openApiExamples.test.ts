// The examples of the OpenAPI document are what the real server answers today. After a change that is meant, `npx vitest run
// --project contract tests/contract/openApiExamples.test.ts -u` writes them again.

import { expect, test } from 'vitest';
import { makeExamples } from '../support/contract/examples.ts';

test('the examples are what the real server is sent and answers', async () => {
  const { calls, refusals } = await makeExamples();
  const lines = (entries: object) =>
    Object.entries(entries).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const text = `{"calls": {\n${lines(calls).sort().join(',\n')}\n}, "refusals": {\n${lines(refusals).join(',\n')}\n}}\n`;
  await expect(text).toMatchFileSnapshot('../../server/app/openApi.examples.json');
});
