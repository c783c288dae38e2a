// Lets an address or other long word break after a slash, dot or @ rather than anywhere.

import { Fragment } from 'react';

export function BreakableText({ children }: { children: string }) {
  return children.split(/(?<=[/.@?&=_-])(?=[^/])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
