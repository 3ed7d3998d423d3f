import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import classes from './TruncatedText.module.css';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { afterPaint } from '#web/core/ui/loading/afterPaint.ts';

const Tip = preloadedComponent(async () => (await import('#web/core/ui/Tip.tsx')).Tip);

interface TruncatedTextProps {
  text: string;
  /** A suffix that is never truncated: ' (deleted)'. */
  rest?: string;
  /** A small text below that wraps and is never truncated: '10.500 kg and 2 more'. */
  below?: string;
  /** Truncates after two lines instead of one. */
  twoLines?: boolean;
  /** The tooltip, if more than the text. */
  whole?: string;
  /** In pixels or percent. */
  width?: number | string;
  /** The text as a link, which then takes the focus. */
  children?: ReactNode;
}

/** Text truncated after one or two lines, with the whole text as a tooltip on hover and focus. */
export function TruncatedText({
  text,
  rest,
  below,
  twoLines,
  whole = text,
  width = 220,
  children,
}: TruncatedTextProps) {
  const line = useRef<HTMLSpanElement>(null);
  const element = useRef<HTMLSpanElement>(null);
  const [overflows, setOverflows] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const id = useId();
  const cut = overflows || whole !== text;

  useEffect(
    () =>
      afterPaint(() => {
        const span = element.current;
        if (span) setOverflows(span.scrollWidth > span.clientWidth || span.scrollHeight > span.clientHeight);
      }),
    [text, width],
  );

  const tipShown = cut && (pointed || focused);
  return (
    <span
      ref={line}
      className={classes.line}
      data-stacked={below !== undefined || undefined}
      style={{ maxWidth: width }}
      tabIndex={cut && !children ? 0 : undefined}
      aria-describedby={tipShown ? id : undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        setPointed(false);
        setFocused(false);
      }}
    >
      <span ref={element} className={twoLines ? classes.twoLines : classes.cut}>
        {children ?? unbroken(text)}
      </span>
      {rest && <span className={classes.rest}>{rest}</span>}
      {below !== undefined && <span className={classes.below}> {below}</span>}
      {tipShown && (
        <Suspense>
          <Tip id={id} text={whole} target={line} />
        </Suspense>
      )}
    </span>
  );
}
