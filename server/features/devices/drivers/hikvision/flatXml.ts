// Minimal XML reader for device messages: nested elements with text in the innermost; attributes and comments are
// ignored. A document type, CDATA or custom entities make a message unreadable.

const token = /<\?[^<>]*\?>|<!--(?:[^-]|-[^-]){0,2000}-->|<(\/?)([\w.:-]{1,100})((?:\s[^<>]*?)?)(\/?)>|([^<>]+)/gy;
const maxElements = 500;
const maxDepth = 8;

interface Element {
  readonly name: string;
  readonly children: [string, unknown][];
  text: string;
}

/**
 * { EventNotificationAlert: { dateTime: '…', … } }, or undefined. The first of several elements with one name counts.
 */
export function readXml(xml: string): unknown {
  const root: Element = { name: '', children: [], text: '' };
  const open = [root];
  let elements = 0;
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const match = token.exec(xml);
    const inner = open.at(-1);
    if (!match || !inner) return undefined;
    const [, closing, tag, , empty, text] = match;
    if (text !== undefined) inner.text += text;
    if (tag === undefined) continue;
    const name = tag.slice(tag.indexOf(':') + 1);
    if (closing) {
      if (inner.name !== name || open.length === 1) return undefined;
      open.pop();
      open.at(-1)?.children.push([name, contentOf(inner)]);
    } else {
      elements++;
      if (elements > maxElements || open.length > maxDepth) return undefined;
      if (empty) inner.children.push([name, '']);
      else open.push({ name, children: [], text: '' });
    }
  }
  return open.length === 1 && root.children.length === 1 && root.text.trim() === '' ? contentOf(root) : undefined;
}

// Reversed, because the last of equal keys wins and the first element counts.
const contentOf = ({ children, text }: Element): unknown =>
  children.length > 0 ? Object.fromEntries(children.toReversed()) : plain(text.trim());

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Decodes the five predefined entities, in one pass so that nothing is decoded twice. */
const plain = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
