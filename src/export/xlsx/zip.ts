// Reads and writes zip archives. The files in them stay packed; the platform compresses and decompresses.

export interface PackedFile {
  readonly name: string;
  /** How it is packed: 8 for deflate, 0 for not at all. */
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Blob;
}

/** Compresses one file as its content is produced. */
export async function pack(name: string, content: AsyncIterable<string>): Promise<PackedFile> {
  const gzip = new CompressionStream('gzip');
  const packing = new Response(gzip.readable).blob();
  const writer = gzip.writable.getWriter();
  const encoder = new TextEncoder();
  for await (const piece of content) await writer.write(encoder.encode(piece));
  await writer.close();
  // A gzip file is what a zip archive needs: after 10 bytes the deflated content, then its CRC-32 and its size.
  const file = await packing;
  const end = new DataView(await file.slice(-8).arrayBuffer());
  const [crc, size] = [end.getUint32(0, true), end.getUint32(4, true)];
  return { name, method: deflate, crc, size, packed: file.slice(10, -8) };
}

export function contentOf({ packed, method }: PackedFile): ReadableStream<Uint8Array> {
  return method === deflate ? packed.stream().pipeThrough(new DecompressionStream('deflate-raw')) : packed.stream();
}

const deflate = 8;
const version = 20; // 2.0, the first with deflate
const date = 0x21; // 1 January 1980, so that the same files give the same archive

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
const sizes = { local: 30, central: 46, end: 22 };

const u16 = (value: number) => [value & 0xff, value >>> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];

/** Names must be ASCII and the archive below 4 GiB. */
export function writeZip(files: readonly PackedFile[], type: string): Blob {
  const contents: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const { name, method, crc, size, packed } of files) {
    const common = [
      ...[version, 0, method, 0, date].flatMap(u16),
      ...[crc, packed.size, size].flatMap(u32),
      ...[name.length, 0].flatMap(u16),
    ];
    const local = [...u32(signatures.local), ...common];
    const central = [...u32(signatures.central), ...u16(version), ...common, ...[0, 0, 0].flatMap(u16), ...u32(0)];
    contents.push(new Uint8Array(local), name, packed);
    directory.push(new Uint8Array([...central, ...u32(offset)]), name);
    offset += sizes.local + name.length + packed.size;
    directorySize += sizes.central + name.length;
  }
  const counts = [0, 0, files.length, files.length].flatMap(u16);
  const end = [...u32(signatures.end), ...counts, ...[directorySize, offset].flatMap(u32), ...u16(0)];
  return new Blob([...contents, ...directory, new Uint8Array(end)], { type });
}

/** Undefined where the file is not a zip archive. */
export async function readZip(file: Blob): Promise<PackedFile[] | undefined> {
  const bytes = await file.arrayBuffer();
  const view = new DataView(bytes);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const files: PackedFile[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const packedSize = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const start = local + sizes.local + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.push({
      name: new TextDecoder().decode(new Uint8Array(bytes, at + sizes.central, nameLength)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
      packed: file.slice(start, start + packedSize),
    });
    at += sizes.central + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

/** The end of the directory is the last thing in the file, but for a comment. */
function findEnd(view: DataView): number | undefined {
  const longestComment = 0xffff;
  const first = Math.max(0, view.byteLength - sizes.end - longestComment);
  for (let at = view.byteLength - sizes.end; at >= first; at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at;
  }
  return undefined;
}
