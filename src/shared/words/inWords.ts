// Turns a key into words: 'Access controllers' for 'access_controllers', 'HR system' for 'hr_system'.

const abbreviations = /\b(?:api|crm|hr|id|json|url)\b/g;

export function inWords(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').replace(abbreviations, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
