// Prepares documents for the archive, so that their links only lead to what is in it.
import path from 'node:path';

const links = /(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)/g;
const isWithin = (target) => target !== '' && !/^\w+:/.test(target);

/** Files of scripts/release/ are in the archive's root. */
const placeOf = (target) => target.replace(/^scripts\/release\/(?!.*\/)/, '').replace(/\/$/, '');

/** Returns the document `file`, with links to anything not among `files`, such as sources, reduced to their text. */
export function linksWithin(document, file, files) {
  const folder = path.posix.dirname(file);
  const has = (place) => files.has(place) || [...files.keys()].some((name) => name.startsWith(`${place}/`));
  return relinked(document, (target) => {
    const place = placeOf(path.posix.join(folder, target));
    return has(place) ? path.posix.relative(folder, place) : undefined;
  });
}

/** Moves a document from `folder` to the archive's root. */
export const moved = (document, folder) => relinked(document, (target) => path.posix.join(folder, target));

/** `linkTo` returns the new target of a link to another file. */
function relinked(document, linkTo) {
  const text = document.toString().replace(links, (link, picture, words, target, heading = '') => {
    if (!isWithin(target)) return link;
    const place = linkTo(target);
    if (place === undefined) return picture ? '' : words;
    return `${picture}[${words}](${place}${heading})`;
  });
  return Buffer.from(text);
}
