// The jobs of employees, and doors.

type Job = readonly [department: string, position: string];

export const jobs: readonly [Job, ...Job[]] = [
  ['Operations', 'Shift lead'],
  ['Operations', 'Technician'],
  ['Operations', 'Dispatcher'],
  ['Finance', 'Accountant'],
  ['Human Resources', 'HR partner'],
  ['Customer Service', 'Agent'],
  ['Engineering', 'Engineer'],
  ['Facilities', 'Caretaker'],
  ['Sales', 'Account manager'],
];

export const mainDoor = 'Main entrance';
/** A company with three doors has the first two of these. */
export const otherDoors = ['Staff entrance', 'Loading dock', 'Car park gate', 'Workshop', 'North wing'] as const;
