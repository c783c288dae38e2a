// Writes a zip archive member by member, compressed by the platform as the content comes, and reads one back.

export interface Member {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
  readonly packed: Blob;
}

/** Compresses one member; of its content only a piece at a time is in memory. */
export async function pack(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<Member> {
  const encoder = new TextEncoder();
  const deflate = new CompressionStream('deflate-raw');
  const packed = new Response(deflate.readable).blob();
  const writer = deflate.writable.getWriter();
  let crc = 0;
  let size = 0;
  for await (const piece of content) {
    const bytes = encoder.encode(piece);
    crc = crc32(bytes, crc);
    size += bytes.length;
    await writer.write(bytes);
  }
  await writer.close();
  return { name, crc, size, packed: await packed };
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;
const deflated = 8;

const localHeaderSize = 30;
const centralHeaderSize = 46;
const endSize = 22;

/** Names must be ASCII and the whole below 4 GiB, which our files are by far. */
export function zip(members: readonly Member[], type: string): Blob {
  const parts: (Blob | ArrayBuffer | string)[] = [];
  const directory: (ArrayBuffer | string)[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const { name, crc, size, packed } of members) {
    const local = new DataView(new ArrayBuffer(localHeaderSize));
    local.setUint32(0, localHeader, true);
    describe(local, 4);
    const central = new DataView(new ArrayBuffer(centralHeaderSize));
    central.setUint32(0, centralHeader, true);
    central.setUint16(4, 20, true); // made by version 2.0
    describe(central, 6);
    central.setUint32(42, offset, true);
    parts.push(local.buffer, name, packed);
    directory.push(central.buffer, name);
    offset += localHeaderSize + name.length + packed.size;
    directorySize += centralHeaderSize + name.length;

    /** The fields that both headers have, in the same order. */
    function describe(header: DataView, at: number): void {
      header.setUint16(at, 20, true); // needs version 2.0
      header.setUint16(at + 4, deflated, true);
      header.setUint16(at + 8, 0x21, true); // 1 January 1980: the same bytes whenever it is written
      header.setUint32(at + 10, crc, true);
      header.setUint32(at + 14, packed.size, true);
      header.setUint32(at + 18, size, true);
      header.setUint16(at + 22, name.length, true);
    }
  }
  const end = new DataView(new ArrayBuffer(endSize));
  end.setUint32(0, endOfDirectory, true);
  end.setUint16(8, members.length, true);
  end.setUint16(10, members.length, true);
  end.setUint32(12, directorySize, true);
  end.setUint32(16, offset, true);
  return new Blob([...parts, ...directory, end.buffer], { type });
}

/** The members of an archive by name, still packed; nothing where it is no archive. */
export async function unzip(file: Blob): Promise<Map<string, () => ReadableStream<Uint8Array>> | undefined> {
  const bytes = await file.arrayBuffer();
  const view = new DataView(bytes);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const members = new Map<string, () => ReadableStream<Uint8Array>>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const isPacked = view.getUint16(at + 10, true) === deflated;
    const packedSize = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(bytes, at + centralHeaderSize, nameLength));
    const local = view.getUint32(at + 42, true);
    const data = local + localHeaderSize + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = file.slice(data, data + packedSize);
    members.set(name, () =>
      isPacked ? packed.stream().pipeThrough(new DecompressionStream('deflate-raw')) : packed.stream(),
    );
    at += centralHeaderSize + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return members;
}

function findEnd(view: DataView): number | undefined {
  const longestComment = 0xffff;
  const first = Math.max(0, view.byteLength - endSize - longestComment);
  for (let at = view.byteLength - endSize; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endOfDirectory) return at;
  }
  return undefined;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array, before: number): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
