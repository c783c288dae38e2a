// The documents of the archive: their links lead to what is in it.
import path from 'node:path';

const links = /(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)/g;

/** Where a file has another place in the archive than in the sources. */
const places = { 'README.md': 'docs/README.md' };
const placeOf = (target) => places[target] ?? target.replace(/^scripts\/release\/(?!.*\/)/, '');

/** The text of `file`, in which a link to what the archive lacks, such as sources and pictures, is only its words. */
export function linksWithin(text, file, names) {
  return text.replace(links, (link, picture, words, target, heading = '') => {
    if (!target || /^\w+:/.test(target)) return link;
    const place = placeOf(path.posix.join(path.posix.dirname(file), target)).replace(/\/$/, '');
    const isThere = names.has(place) || [...names].some((name) => name.startsWith(`${place}/`));
    if (isThere) return `${picture}[${words}](${path.posix.relative(path.posix.dirname(file), place)}${heading})`;
    return picture ? '' : words;
  });
}

/** The text of a document of `folder` in the archive's root. */
export function moved(text, folder) {
  return text.replace(links, (link, picture, words, target, heading = '') =>
    !target || /^\w+:/.test(target) ? link : `${picture}[${words}](${path.posix.join(folder, target)}${heading})`,
  );
}
