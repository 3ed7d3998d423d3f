import { useEffect, type ReactNode } from 'react';
import { firstScreenIsShown } from '#web/core/ui/loading/lazyWithPreload.ts';
import classes from './AuthFrame.module.css';

/** The page frame before sign-in. */
export function AuthFrame({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.title = 'Godown';
    firstScreenIsShown();
  }, []);

  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <h1 className={classes.brand}>
          <span aria-hidden>G</span>
          Godown
        </h1>
        {children}
      </div>
    </main>
  );
}
