// Replaces packages that jspdf and wouter do not need here. Any use of them fails.

export default function absent() {
  throw new Error('This package is left out of the console.');
}

export { absent as decode, absent as encode, absent as parse };
