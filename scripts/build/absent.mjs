// Stands in for the packages that jspdf can do without: whatever is asked of them fails, by name.

export default function absent() {
  throw new Error('This optional package of jspdf is left out of the console.');
}

export { absent as decode, absent as encode };
