import { Suspense, useEffect, useId, useRef, useState } from 'react';
import classes from './TruncatedText.module.css';
import { lazyWithPreload } from './lazyWithPreload.ts';
import type { TipProps } from './Tip.tsx';
import { whenDrawn } from './whenDrawn.ts';

const useTip = lazyWithPreload(() => import('./Tip.tsx'));

interface TruncatedTextProps {
  text: string;
  /** Stands behind the text and is never cut: ' (deleted)'. */
  rest?: string;
  /** Stands small below the text, and is never cut either: '10.500 kg and 2 more'. */
  below?: string;
  /** It is cut behind its second line instead of its first. */
  twoLines?: boolean;
  /** What hover and focus show, where it is more than the text. */
  whole?: string;
  /** In pixels, or as a part of what there is: '100%'. */
  width?: number | string;
}

/** A text on one line, or two; where it is cut, its whole shows on hover and on focus. */
export function TruncatedText({ text, rest, below, twoLines, whole = text, width = 220 }: TruncatedTextProps) {
  const line = useRef<HTMLSpanElement>(null);
  const element = useRef<HTMLSpanElement>(null);
  const [overflows, setOverflows] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const id = useId();
  const cut = overflows || whole !== text;

  useEffect(
    () =>
      whenDrawn(() => {
        const span = element.current;
        if (span) setOverflows(span.scrollWidth > span.clientWidth || span.scrollHeight > span.clientHeight);
      }),
    [text, width],
  );

  const told = cut && (pointed || focused);
  return (
    <span
      ref={line}
      className={classes.line}
      data-stacked={below !== undefined || undefined}
      style={{ maxWidth: width }}
      tabIndex={cut ? 0 : undefined}
      aria-describedby={told ? id : undefined}
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
        {text}
      </span>
      {rest && <span className={classes.rest}>{rest}</span>}
      {below !== undefined && <span className={classes.below}> {below}</span>}
      {told && (
        <Suspense>
          <Whole id={id} text={whole} target={line} />
        </Suspense>
      )}
    </span>
  );
}

function Whole(props: TipProps) {
  const { Tip } = useTip();
  return <Tip {...props} />;
}
