import { UnstyledButton } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { Suspense, useEffect, useId, useRef, type ReactNode } from 'react';
import { may } from '#web/core/api/session.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { afterFirstScreen } from '#web/core/ui/loading/lazyWithPreload.ts';
import { useFold } from './folds.ts';
import { sections, type Entry, type Section } from './menu.ts';
import { Brand, Person } from './Person.tsx';
import classes from './Sidebar.module.css';

interface SidebarProps {
  shown: boolean;
  /** A drawer on phones, with the entries that the top bar lacks. */
  isPhone: boolean;
  /** An open drawer, which Esc closes. */
  modal: boolean;
  onClose: () => void;
}

export function Sidebar({ shown, isPhone, modal, onClose }: SidebarProps) {
  const aside = useRef<HTMLElement>(null);

  useEffect(() => {
    if (modal) aside.current?.querySelector<HTMLElement>('nav a')?.focus();
  }, [modal]);

  return (
    <aside
      id="sidebar"
      ref={aside}
      className={classes.sidebar}
      inert={!shown}
      onKeyDown={(event) => {
        if (modal && event.key === 'Escape') onClose();
      }}
      onClick={(event) => {
        // A link to the current screen does not navigate, but must close the drawer too.
        if (modal && event.target instanceof Element && event.target.closest('a')) onClose();
      }}
    >
      <Brand />
      {isPhone && <Person />}
      <nav aria-label="Screens">
        {sections.map((section, index) => {
          const entries = section.entries.filter(({ resource }) => resource === undefined || may('view', resource));
          if (entries.length === 0) return null;
          const Part = section.fold === undefined ? Standing : Folding;
          return <Part key={section.heading ?? index} section={section} entries={entries} />;
        })}
      </nav>
    </aside>
  );
}

interface PartProps {
  section: Section;
  /** Those that the user may view. */
  entries: readonly Entry[];
}

function Standing({ section: { heading }, entries }: PartProps) {
  const id = useId();
  return (
    <>
      {heading && (
        <p id={id} className={classes.heading}>
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading && id}>
        {entries.map(({ icon: EntryIcon, ...entry }) => (
          <EntryLink key={entry.to} {...entry}>
            {EntryIcon && <EntryIcon size={18} stroke={1.7} aria-hidden />}
          </EntryLink>
        ))}
      </ul>
    </>
  );
}

/** Folds away; on a screen of its own it begins open. */
function Folding({ section: { heading = '', fold }, entries }: PartProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [isOpen, setOpen] = useFold(heading, fold === 'open' || entries.some(({ to }) => pathname.startsWith(to)));
  return (
    <>
      <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {heading}
        {!isOpen && entries.some(({ to }) => to === READINESS) && <Count />}
        <IconChevronRight size={14} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.branch} aria-label={heading}>
          {entries.map((entry) => (
            <EntryLink
              key={entry.to}
              {...entry}
              name={heading === 'Reports' ? `${heading}: ${entry.label}` : undefined}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** After the first screen: the count takes the server longer than a page of rows. */
const ReadinessCount = lazyComponent(
  async () => (await afterFirstScreen(() => import('./ReadinessCount.tsx'))).ReadinessCount,
);

/** The screen that the number of gaps belongs to; folded away, its heading has it. */
const READINESS = '/readiness';

function Count() {
  return (
    <Suspense>
      <ReadinessCount />
    </Suspense>
  );
}

interface EntryLinkProps extends Pick<Entry, 'label' | 'to'> {
  /** Accessible name, if the label alone is ambiguous. */
  name?: string;
  children?: ReactNode;
}

function EntryLink({ label, to, name, children }: EntryLinkProps) {
  return (
    <li>
      <Link to={to} className={classes.entry} aria-label={name} activeProps={{ 'aria-current': 'page' }}>
        {children}
        {label}
      </Link>
      {to === READINESS && <Count />}
    </li>
  );
}
