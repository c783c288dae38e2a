import * as layout from '../layout/layout.module.css';

const moments = /(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?)/;

/** Keeps each date in a sentence, with its time, on one line. Browsers would break it after a hyphen. */
export const unbroken = (sentence: string) =>
  sentence.split(moments).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={layout.unbroken}>
        {part}
      </span>
    ),
  );
