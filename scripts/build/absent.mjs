// Replaces the packages that jspdf does not need here: every use of them fails, by name.

export default function absent() {
  throw new Error('This optional package of jspdf is left out of the console.');
}

export { absent as decode, absent as encode };
