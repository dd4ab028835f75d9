import { useStore } from '@nanostores/react';
import { isStaff } from '#lib/domain/permissions.ts';
import { $session } from '#lib/stores/session/session.ts';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';

/** One link of the staff list. */
export interface StaffLink {
  label: string;
  href: string;
}

function List({ links }: { links: readonly StaffLink[] }) {
  const session = useStore($session, { ssr: 'initial' });
  if (session.status !== 'signed-in' || !isStaff(session)) return null;
  return (
    <nav aria-label="Staff">
      <ul className="footer-links">
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The footer's staff list, for moderators and administrators only. */
export function StaffLinks({ links }: { links: readonly StaffLink[] }) {
  return (
    <ErrorBoundary name="the staff list">
      <List links={links} />
    </ErrorBoundary>
  );
}
