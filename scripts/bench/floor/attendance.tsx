import { memo, type ReactNode, useCallback, useEffect, useState } from 'react';
import { ask } from './ask.ts';

interface AttendanceRecord {
  id: number;
  event_type: string;
  timestamp: string;
  is_processed: boolean;
  employee: { name: string; employee_id: string };
  access_controller: { name: string };
  company: { name: string };
}

const filters = [
  ['company_id', 'Company'],
  ['employee_id', 'Employee'],
  ['access_controller_id', 'Access Controller'],
  ['event_type', 'Event Type'],
  ['start_date', 'Start Date'],
  ['end_date', 'End Date'],
  ['is_processed', 'Status'],
] as const;

export function Attendance() {
  const [filter, setFilter] = useState<Record<string, string>>({});
  const [records, setRecords] = useState<AttendanceRecord[]>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());

  useEffect(() => {
    const query = new URLSearchParams({ page: '1', ...filter });
    void ask<{ data: AttendanceRecord[] }>(`/attendance?${query}`).then(({ data }) => setRecords(data));
  }, [filter]);

  const toggle = useCallback((id: number) => {
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const isWhole = records !== undefined && selected.size === records.length;

  return (
    <>
      <h1>Attendance Management</h1>
      <div className="filters">
        {filters.map(([name, label]) => (
          <label key={name}>
            {label}
            <input
              type={name.endsWith('date') ? 'date' : 'text'}
              value={filter[name] ?? ''}
              onChange={(event) => setFilter({ ...filter, [name]: event.target.value })}
            />
          </label>
        ))}
      </div>
      {selected.size > 0 && (
        <button type="button" className="primary">
          Mark as Processed ({selected.size})
        </button>
      )}
      {records && (
        <table>
          <thead>
            <tr>
              <th>
                <input
                  type="checkbox"
                  aria-label="Select all"
                  checked={isWhole}
                  onChange={() => setSelected(isWhole ? new Set() : new Set(records.map(({ id }) => id)))}
                />
              </th>
              {['Employee', 'Event', 'Time', 'Controller', 'Company', 'Status', 'Actions'].map((title) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <Row key={record.id} record={record} isSelected={selected.has(record.id)} toggle={toggle} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface RowProps {
  record: AttendanceRecord;
  isSelected: boolean;
  toggle(id: number): void;
}

const Row = memo(function Row({ record, isSelected, toggle }: RowProps): ReactNode {
  return (
    <tr className={isSelected ? 'selected' : undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`Select ${record.employee.name}`}
          checked={isSelected}
          onChange={() => toggle(record.id)}
        />
      </td>
      <td>
        <b>{record.employee.name}</b>
        <small>{record.employee.employee_id}</small>
      </td>
      <td>
        <span className="badge">{record.event_type === 'check-in' ? 'Check In' : 'Check Out'}</span>
      </td>
      <td>{record.timestamp.slice(0, 19).replace('T', ' ')}</td>
      <td>{record.access_controller.name}</td>
      <td>{record.company.name}</td>
      <td>
        <span className="badge">{record.is_processed ? 'Processed' : 'Pending'}</span>
      </td>
      <td>
        <button type="button">View</button>
      </td>
    </tr>
  );
});
