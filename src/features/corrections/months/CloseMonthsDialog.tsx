// The months of a company: in a closed one nothing is corrected any more, until somebody reopens it with a reason.

import { useState } from 'react';
import { hasNoCompany, CompanyFirst } from '../../../platform/lists/CompanyFirst.tsx';
import { ResourceView } from '../../../platform/lists/Loaded.tsx';
import { companyOptions, useCompanies } from '../../../platform/lists/useCompanies.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { FilterSelect } from '../../../platform/ui/filters/FilterSelect.tsx';
import { labelOf } from '../../../platform/ui/option.ts';
import { Dialog } from '../../../platform/ui/overlays/Dialog.tsx';
import { Months } from './Months.tsx';
import * as s from './CloseMonthsDialog.module.css';

interface CloseMonthsDialogProps {
  /** '' for none. */
  companyId: string;
  onClose(): void;
}

const title = 'Close Months';

export function CloseMonthsDialog({ companyId, onClose }: CloseMonthsDialogProps) {
  const companies = useCompanies();
  const options = companyOptions(companies);
  const [chosen, setChosen] = useState(companyId);
  const company = chosen || options[0]?.value || '';
  const closed = useResource('GET /closed-months', company ? { query: { company_id: Number(company) } } : null);
  if (hasNoCompany(companies)) return <CompanyFirst title={title} what="Months" close={onClose} />;
  return (
    <Dialog title={title} onClose={onClose} footer={(requestClose) => <Button onClick={requestClose}>Close</Button>}>
      <div className={s.parts}>
        <p className={s.muted}>
          Days of a closed month cannot be corrected until somebody reopens it. Both are recorded in the audit log.
        </p>
        <FilterSelect
          label="Company"
          value={company}
          options={options}
          missing={companies.missing}
          onChange={setChosen}
        />
        <ResourceView resource={closed} skeleton={<LineSkeleton label="Loading months…" lines={6} />}>
          {(months) => (
            <Months key={company} companyId={Number(company)} name={labelOf(options, company)} closed={months} />
          )}
        </ResourceView>
      </div>
    </Dialog>
  );
}
