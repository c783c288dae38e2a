/** Rejects with what `late` returns if the work takes longer; the work itself is not stopped. */
export async function withTimeLimit<Result>(
  work: Promise<Result>,
  limitMs: number,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
