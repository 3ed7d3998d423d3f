import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface FilteredLinkProps {
  /** A path, with the filters of its list as its query. */
  to: string;
  className?: string;
  children: ReactNode;
}

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** A link to a list that is narrowed to what a figure counts. */
export function FilteredLink({ to, children, className }: FilteredLinkProps) {
  const router = useRouter();
  return (
    <a
      href={to}
      className={className}
      onClick={(event) => {
        // A new tab or window is the browser's.
        if (!isPlain(event)) return;
        event.preventDefault();
        router.navigate({ href: to }).catch(console.error);
      }}
    >
      {children}
    </a>
  );
}
