// 'access_controllers' as people read it: 'Access controllers', and 'hr_sync': 'HR sync'.

export function moduleName(module: string): string {
  const words = (module || 'other').replace(/[_-]+/g, ' ').replace(/\bhr\b/, 'HR');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
