// Sets a process's clock ahead by the milliseconds in CLOCK_AHEAD, since a network namespace has no clock of its own.
// NODE_OPTIONS loads it.

const ahead = Number(process.env.CLOCK_AHEAD);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length > 0 ? values : [RealDate.now() + ahead]));
  }

  static now() {
    return RealDate.now() + ahead;
  }
};
