// What tests use of the scheduler that comes with React.

declare module 'scheduler' {
  export const unstable_IdlePriority: number;
  export function unstable_scheduleCallback(priority: number, run: () => void): unknown;
}
