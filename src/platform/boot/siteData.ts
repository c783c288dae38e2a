/** Whether the browser lets this site keep data. Where it does not, reading it throws. */
export function canKeepData(): boolean {
  try {
    localStorage.getItem('');
    return true;
  } catch {
    return false;
  }
}
