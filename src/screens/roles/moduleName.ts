// 'access_controllers' as people read it: 'Access controllers'.

export function moduleName(module: string): string {
  const words = (module || 'other').replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
