// What the list of employees is asked for. It stands alone, so that it can be asked for before the screen is there.

export const employeesParams = { page: 1, company_id: '', q: '' };

export const employeesCall = ({ page, company_id }: { page: number; company_id: string }) => ({
  query: { page, company_id: Number(company_id) || undefined },
});
