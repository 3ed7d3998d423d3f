import { Tooltip } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import classes from './Cut.module.css';

interface CutProps {
  text: string;
  /** What is shown instead of the whole text. */
  children?: ReactNode;
  width?: number;
}

/** A text on one line; where it is cut, its whole shows on hover and on focus. */
export function Cut({ text, children, width = 220 }: CutProps) {
  const element = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  const shortened = children !== undefined;

  useLayoutEffect(() => {
    const span = element.current;
    if (span) setCut(shortened || span.scrollWidth > span.clientWidth);
  }, [text, shortened, width]);

  const span = (
    <span ref={element} className={classes.cut} style={{ maxWidth: width }} tabIndex={cut ? 0 : undefined}>
      {children ?? text}
    </span>
  );
  if (!cut) return span;
  return (
    <Tooltip label={text} multiline events={{ hover: true, focus: true, touch: true }}>
      {span}
    </Tooltip>
  );
}
