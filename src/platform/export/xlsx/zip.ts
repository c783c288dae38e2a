// Reads and writes zip archives. Files in them stay packed; the platform compresses and decompresses.

/** Tells users, in a sentence, what a workbook contains that no export does. */
export class NotAsExported extends Error {
  override readonly name = 'NotAsExported';
}

export interface PackedFile {
  readonly name: string;
  /** Compression method: 8 for deflate, 0 for none. */
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Blob;
}

type Pieces = AsyncIterable<string | Uint8Array<ArrayBuffer>> | Iterable<string | Uint8Array<ArrayBuffer>>;

/** Compresses a file as its content is produced. */
export async function pack(name: string, content: Pieces): Promise<PackedFile> {
  const gzip = new CompressionStream('gzip');
  const packing = new Response(gzip.readable).blob();
  const writer = gzip.writable.getWriter();
  const encoder = new TextEncoder();
  for await (const piece of content) await writer.write(typeof piece === 'string' ? encoder.encode(piece) : piece);
  await writer.close();
  // A gzip file has what a zip archive needs: after 10 bytes the deflated content, then its CRC-32 and size.
  const file = await packing;
  const end = new DataView(await file.slice(-8).arrayBuffer());
  const [crc, size] = [end.getUint32(0, true), end.getUint32(4, true)];
  return { name, method: deflate, crc, size, packed: file.slice(sizes.gzipStart, -8) };
}

/** Stores a file uncompressed, since compressed bytes differ between programs. */
export async function store(name: string, content: string): Promise<PackedFile> {
  return { ...(await pack(name, [content])), method: stored, packed: new Blob([content]) };
}

/** Unpacks a file. Fails if the content does not match its CRC-32 or size. */
export async function* contentOf({ name, packed, method, crc, size }: PackedFile): AsyncGenerator<Uint8Array> {
  // Pack it as gzip, since the platform checks a gzip file's CRC-32 and size.
  const deflated = method === deflate ? packed : (await pack(name, piecesOf(packed.stream()))).packed;
  const start = new Uint8Array([0x1f, 0x8b, deflate, 0, 0, 0, 0, 0, 0, 0xff]);
  const end = new Uint8Array([crc, size].flatMap(u32));
  let read = 0;
  for await (const piece of piecesOf(
    new Blob([start, deflated, end]).stream().pipeThrough(new DecompressionStream('gzip')),
  )) {
    read += piece.length;
    if (read > size) throw new Error(`${name} is larger than it says`); // perhaps endless
    yield piece;
  }
}

/** Unpacks a file as text. */
export async function textOf(file: PackedFile): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of contentOf(file)) text += decoder.decode(piece, { stream: true });
  return text;
}

/** Avoids `Response`, as Firefox logs an error of its own when reading one breaks off. */
async function* piecesOf<T>(content: ReadableStream<T>): AsyncGenerator<T> {
  const reader = content.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

const [stored, deflate] = [0, 8];
const version = 20; // 2.0, the first with deflate
const date = 0x21; // 1 January 1980, so that the same files always give the same archive

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, descriptor: 0x08074b50 };
const sizes = { local: 30, central: 46, end: 22, gzipStart: 10 };

const u16 = (value: number) => [value & 0xff, value >>> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];

/**
 * Names must be ASCII, and the archive smaller than 4 GiB. Verification rebuilds sealed workbooks to compare them, so
 * if these bytes changed, earlier exports would no longer be recognized as originals.
 */
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

interface ZipArchive {
  /** Files in the order of the directory, as it describes them. */
  readonly files: readonly PackedFile[];
  /** Fails if programs could find other files: some read the directory, others the archive from front to back. */
  assertPlain(): void;
}

/** Returns undefined if the file is not a zip archive. */
export async function readZip(file: Blob): Promise<ZipArchive | undefined> {
  const view = new DataView(await file.arrayBuffer());
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const entry = readEntry(file, view, at);
    entries.push(entry);
    at = entry.next;
  }
  return { files: entries, assertPlain: () => assertPlain(entries, view, end) };
}

/** Finds the end of the directory, which only a comment may follow. */
function findEnd(view: DataView): number | undefined {
  const longestComment = 0xffff;
  const first = Math.max(0, view.byteLength - sizes.end - longestComment);
  for (let at = view.byteLength - sizes.end; at >= first; at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at;
  }
  return undefined;
}

/** File as described by the directory, with the offsets of that description and of its own header. */
interface Entry extends PackedFile {
  readonly at: number;
  readonly next: number;
  readonly header: number;
  /** Offset of the packed content. */
  readonly start: number;
}

function readEntry(file: Blob, view: DataView, at: number): Entry {
  const nameLength = view.getUint16(at + 28, true);
  const packedSize = view.getUint32(at + 20, true);
  const header = view.getUint32(at + 42, true);
  const start = header + sizes.local + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  return {
    name: textAt(view, at + sizes.central, nameLength),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    size: view.getUint32(at + 24, true),
    packed: file.slice(start, start + packedSize),
    at,
    next: at + sizes.central + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
    header,
    start,
  };
}

const textAt = (view: DataView, at: number, length: number) =>
  new TextDecoder().decode(new Uint8Array(view.buffer, at, length));

/** Names that all programs read in the same way. */
const plainName = /^(?:[\w-]+\/)*(?:\[Content_Types\]\.xml|[\w.-]*)$/;

function assertPlain(entries: readonly Entry[], view: DataView, end: number): void {
  const names = new Set<string>();
  let place = 0;
  for (const entry of entries.toSorted((one, other) => one.header - other.header)) {
    const { name } = entry;
    // Part names are case-insensitive.
    const isSecond = names.has(name.toLowerCase());
    names.add(name.toLowerCase());
    if (isSecond) throw new NotAsExported(`It has two parts named ${name}, and programs may show either.`);
    if (!plainName.test(name) || !isDescribedOnce(entry, view) || entry.header !== place) throw oddlyPacked(name);
    const descriptor = descriptorSize(entry, view);
    if (descriptor === undefined) throw oddlyPacked(name);
    place = entry.start + entry.packed.size + descriptor;
  }
  const isWhole =
    view.getUint32(end + 16, true) === place &&
    (entries.at(-1)?.next ?? place) === end &&
    end + sizes.end === view.byteLength &&
    view.getUint32(end + 4, true) === 0 &&
    view.getUint16(end + 8, true) === entries.length;
  if (!isWhole) throw new NotAsExported('It has more in it than its parts, and programs may show that.');
}

const oddlyPacked = (name: string) =>
  new NotAsExported(`Its part ${name} is not packed as in any export, and programs may show another.`);

const flags = { descriptor: 0x8, harmless: 0x6 | 0x800 };
/** Excel's padding, and times and owners of files. */
const harmlessExtras = new Set([0xa220, 0x000a, 0x5455, 0x7875]);

/** Whether directory and header agree, and contain nothing that only some programs read. */
function isDescribedOnce({ name, at, header, start, next, method, crc, size, packed }: Entry, view: DataView): boolean {
  const nameLength = view.getUint16(header + 26, true);
  const flagged = view.getUint16(at + 8, true);
  const localValues = [14, 18, 22].map((place) => view.getUint32(header + place, true));
  const values = [crc, packed.size, size];
  const isLater = (flagged & flags.descriptor) !== 0 && localValues.every((value) => value === 0);
  return (
    view.getUint32(at, true) === signatures.central &&
    view.getUint32(header, true) === signatures.local &&
    textAt(view, header + sizes.local, nameLength) === name &&
    [stored, deflate].includes(method) &&
    view.getUint16(header + 8, true) === method &&
    view.getUint16(header + 6, true) === flagged &&
    (flagged & ~(flags.descriptor | flags.harmless)) === 0 &&
    (isLater || localValues.every((value, index) => value === values[index])) &&
    view.getUint16(at + 32, true) === 0 && // no comment
    hasHarmlessExtras(view, at + sizes.central + view.getUint16(at + 28, true), next) &&
    hasHarmlessExtras(view, header + sizes.local + nameLength, start)
  );
}

function hasHarmlessExtras(view: DataView, from: number, to: number): boolean {
  let at = from;
  for (; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (!harmlessExtras.has(view.getUint16(at, true))) return false;
  }
  return at === to;
}

/** Returns the size of the optional descriptor after the packed content; undefined if it contradicts the directory. */
function descriptorSize({ at, start, packed, crc, size }: Entry, view: DataView): number | undefined {
  if ((view.getUint16(at + 8, true) & flags.descriptor) === 0) return 0;
  const from = start + packed.size;
  const values = view.getUint32(from, true) === signatures.descriptor ? from + 4 : from;
  const isSame = [crc, packed.size, size].every((value, index) => view.getUint32(values + 4 * index, true) === value);
  return isSame ? values + 12 - from : undefined;
}
