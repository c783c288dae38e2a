// Replaces the console in a browser that stores no data for this site.

import { brand } from '../platform/boot/siteMeta.ts';
import { Banner } from '../platform/ui/feedback/Banner.tsx';
import { PublicPage } from '../platform/ui/layout/PublicPage.tsx';

export default function SiteDataBlocked() {
  return (
    <PublicPage title={brand()}>
      <Banner tone="bad" onRetry={() => location.reload()}>
        This browser keeps no data for this site, so you cannot stay signed in. Please allow cookies and site data for{' '}
        {location.host} in the browser’s settings.
      </Banner>
    </PublicPage>
  );
}
