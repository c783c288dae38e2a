/** The heading of the losses of a stage takes the focus from the number that leads to it. */
export const lossHeadingId = (stage: string): string => `losses-${stage}`;
