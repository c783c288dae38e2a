import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx';

export default function NoRecords({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon="attendance"
      title="No attendance records found"
      hint={
        isFiltered
          ? 'Try adjusting your filters to see more results'
          : 'Attendance records will appear here once access controllers start sending data'
      }
    />
  );
}
