// An address or other long word, which breaks after a slash, a dot or an @ rather than anywhere.

import { Fragment } from 'react';

export function BreakableText({ children }: { children: string }) {
  return children.split(/(?<=[/.@?&=_-])(?=[^/])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
