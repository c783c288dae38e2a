// What Odoo accepts as attendances: the checks of hr_attendance.py, the same from Odoo 16 to 19. All attendances of a
// call are written, or none.

export interface Attendance {
  readonly id: number;
  readonly employee: number;
  /** 'YYYY-MM-DD HH:MM:SS', in UTC. */
  readonly checkIn: string;
  /** Empty: the employee has not checked out yet. */
  readonly checkOut: string;
}

/** A refusal, by the class that it has in Odoo. */
export class OdooFault extends Error {
  readonly fault: string;

  constructor(fault: string, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** What is checked is part of `all`, as in Odoo, where the checks follow the writing. */
export function check(
  all: readonly Attendance[],
  checked: readonly Attendance[],
  nameOf: (employee: number) => string,
) {
  for (const attendance of checked) {
    const { employee, checkIn, checkOut } = attendance;
    const others = all
      .filter((other) => other.employee === employee && other !== attendance)
      .sort((one, other) => (one.checkIn < other.checkIn ? 1 : -1));
    if (checkOut !== '' && checkOut < checkIn) {
      throw new OdooFault('ValidationError', '"Check Out" time cannot be earlier than "Check In" time.');
    }
    const before = others.find((other) => other.checkIn <= checkIn);
    if (before && before.checkOut > checkIn) throw alreadyIn(nameOf(employee), checkIn);
    if (checkOut === '') {
      const open = others.find((other) => other.checkOut === '');
      if (open) throw stillIn(nameOf(employee), open.checkIn);
      continue;
    }
    const last = others.find((other) => other.checkIn < checkOut);
    if (last && last !== before) throw alreadyIn(nameOf(employee), last.checkIn);
  }
}

const refused = (name: string, rest: string) =>
  new OdooFault('ValidationError', `Cannot create new attendance record for ${name}, the employee ${rest}`);

const alreadyIn = (name: string, at: string) => refused(name, `was already checked in on ${american(at)}`);
const stillIn = (name: string, at: string) => refused(name, `hasn't checked out since ${american(at)}`);

/** As Odoo writes it in the language en_US. */
function american(instant: string): string {
  const [day = '', clock = ''] = instant.split(' ');
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year} ${clock}`;
}
