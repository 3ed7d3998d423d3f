/** Skeletons of loading content. */
import classes from './Loading.module.css';

/** A line of text that is on its way. */
export function SkeletonLine() {
  return <span className={classes.line} />;
}

interface LoadingProps {
  /** The lines of each panel, for about the same height as the content. */
  panels: readonly number[];
}

/** Panels in place of loading content. */
export function Loading({ panels }: LoadingProps) {
  return (
    <div role="status" className={classes.panels}>
      <span className="visually-hidden">Loading...</span>
      {panels.map((lines, panel) => (
        <div key={panel} className={classes.panel}>
          {Array.from({ length: lines }, (_, line) => (
            <SkeletonLine key={line} />
          ))}
        </div>
      ))}
    </div>
  );
}
