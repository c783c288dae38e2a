// The page that a mailed invitation leads to. Whoever is invited chooses a password, and is signed in.

import { Link } from 'wouter';
import { paths } from '../../../platform/boot/paths.ts';
import { brand } from '../../../platform/boot/siteMeta.ts';
import { useDocumentTitle } from '../../../platform/hooks/useDocumentTitle.ts';
import { useMailedLink } from '../../../platform/hooks/useMailedLink.ts';
import { Banner } from '../../../platform/ui/feedback/Banner.tsx';
import { LoadFailed } from '../../../platform/ui/feedback/LoadFailed.tsx';
import { LineSkeleton } from '../../../platform/ui/feedback/Skeletons.tsx';
import { PublicPage } from '../../../platform/ui/layout/PublicPage.tsx';
import { AcceptForm } from './AcceptForm.tsx';
import { useInvitation } from './useInvitation.ts';

export default function InvitationScreen() {
  const link = useMailedLink();
  useDocumentTitle('Invitation');
  return (
    <PublicPage title={brand()} subtitle="Attendance Management System">
      {link ? (
        <Opened key={link.token} token={link.token} />
      ) : (
        <DeadLink message="Open this page by the link in your invitation" />
      )}
    </PublicPage>
  );
}

function Opened({ token }: { token: string }) {
  const opened = useInvitation(token);
  switch (opened.status) {
    case 'loading':
      return <LineSkeleton label="Loading the invitation…" lines={4} />;
    case 'open':
      return <AcceptForm token={token} invitation={opened.invitation} onDead={opened.die} />;
    case 'dead':
      return <DeadLink message={opened.message} />;
    case 'failed':
      return <LoadFailed message={opened.message} onRetry={opened.retry} />;
  }
}

function DeadLink({ message }: { message: string }) {
  return (
    <>
      <Banner tone="warning">{message}</Banner>
      <p>
        If you have chosen a password already, <Link href={paths.login}>sign in</Link>. If not,{' '}
        <Link href={paths.forgotPassword}>ask for a new link</Link> with the e-mail address that was invited.
      </p>
    </>
  );
}
