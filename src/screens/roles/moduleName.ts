// 'Access controllers' for 'access_controllers', 'HR sync' for 'hr_sync'.

export function moduleName(module: string): string {
  const name = (module || 'other').replace(/[_-]+/g, ' ').replace(/\bhr\b/, 'HR');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
