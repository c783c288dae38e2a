// Whether somebody is at work in the records: then nothing may move under the pointer, and nothing be lost that is
// typed or selected.

const inUse = [
  'dialog[open]',
  'main :is(tbody, article):is(:hover, :focus-within)',
  'main :is(input:not([type=checkbox]), select, textarea):focus',
  'main :is(tbody, article) input:checked',
].join();

export function isListInUse(): boolean {
  const selection = getSelection();
  return document.querySelector(inUse) !== null || (selection !== null && !selection.isCollapsed);
}
