// Reads the lines of a text file in batches, since it may be larger than memory.

const batchSize = 500;

export async function* linesOf(file: Blob): AsyncGenerator<{ lines: string[]; bytes: number }> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  const batch: string[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    bytes += value?.length ?? 0;
    const pieces = (rest + (value ? decoder.decode(value, { stream: true }) : decoder.decode())).split('\n');
    rest = done ? '' : (pieces.pop() ?? '');
    batch.push(...pieces.filter((line) => line.trim() !== ''));
    while (batch.length >= batchSize) yield { lines: batch.splice(0, batchSize), bytes };
    if (done) break;
  }
  yield { lines: batch, bytes };
}
