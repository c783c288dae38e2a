// Packs files into a tar archive (POSIX ustar) that only depends on their names and contents: all have the same time,
// belong to root, and are readable by everybody.

const blockSize = 512;

/** `files` has { name, contents } in the archive's order. `time` is in seconds since 1970. */
export function tar(files, time) {
  const blocks = files.flatMap(({ name, contents }) => [header(name, contents.length, time), padded(contents)]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]);
}

function header(name, size, time) {
  const block = Buffer.alloc(blockSize);
  const [prefix, rest] = split(name);
  const octal = (number, digits) => `${number.toString(8).padStart(digits, '0')}\0`;
  block.write(rest, 0);
  block.write(octal(0o644, 7), 100); // mode
  block.write(octal(0, 7), 108); // user
  block.write(octal(0, 7), 116); // group
  block.write(octal(size, 11), 124);
  block.write(octal(time, 11), 136);
  block.write(' '.repeat(8), 148); // the checksum is computed with blanks in its own place
  block.write('0', 156); // a plain file
  block.write('ustar\x0000', 257);
  block.write('root', 265);
  block.write('root', 297);
  block.write(prefix, 345);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${octal(checksum, 6)} `, 148);
  return block;
}

/** Splits a name of more than 100 bytes at a slash, as it is stored in two parts. */
function split(name) {
  if (name.length <= 100) return ['', name];
  const cut = name.indexOf('/', name.length - 101);
  if (cut < 1 || cut > 155) throw new Error(`The name ${name} is too long for the archive`);
  return [name.slice(0, cut), name.slice(cut + 1)];
}

function padded(contents) {
  const missing = (blockSize - (contents.length % blockSize)) % blockSize;
  return Buffer.concat([contents, Buffer.alloc(missing)]);
}
