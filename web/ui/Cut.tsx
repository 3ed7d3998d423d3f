import { Tooltip } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import classes from './Cut.module.css';

interface CutProps {
  text: string;
  /** Stands behind the text and is never cut: '+2 more'. */
  rest?: string;
  /** What hover and focus show, where it is more than the text. */
  whole?: string;
  /** In pixels, or as a part of what there is: '100%'. */
  width?: number | string;
}

/** A text on one line; where it is cut, its whole shows on hover and on focus. */
export function Cut({ text, rest, whole = text, width = 220 }: CutProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  const shortened = whole !== text;

  useLayoutEffect(() => {
    const span = element.current;
    if (span) setCut(shortened || span.scrollWidth > span.clientWidth);
  }, [text, shortened, width]);

  const line = (
    <span className={classes.line} style={{ maxWidth: width }} tabIndex={cut ? 0 : undefined}>
      <span ref={element} className={classes.cut}>
        {text}
      </span>
      {rest && <span className={classes.rest}>{rest}</span>}
    </span>
  );
  if (!cut) return line;
  return (
    <Tooltip label={whole} multiline events={{ hover: true, focus: true, touch: true }}>
      {line}
    </Tooltip>
  );
}
