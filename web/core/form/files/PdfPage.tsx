import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import { shownFileTexts } from '#contract/core/fileTexts.ts';
import { drawPage, type Pdf } from './pdfDocument.ts';
import classes from './PdfPages.module.css';

interface PdfPageProps {
  pdf: Pdf;
  number: number;
  /** In CSS pixels; 0 until it is measured. */
  width: number;
  /** Drawn although it is not in sight. */
  isForced: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** Called when it is drawn, and when it is not any more. A damaged page counts as drawn. */
  onDrawn: (number: number, isDrawn: boolean) => void;
}

/** A page, drawn while it is in sight or about to be, so that only some are in memory. */
export const PdfPage = memo(function PdfPage({ pdf, number, width, isForced, scroller, onDrawn }: PdfPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const [size, setSize] = useState(pdf.size);
  const [isFailed, setFailed] = useState(false);
  const isDrawn = (isNear || isForced) && width > 0;

  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: '60% 0px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [scroller]);

  useEffect(() => {
    if (!isDrawn) {
      sheet.current?.replaceChildren();
      onDrawn(number, false);
      return undefined;
    }
    const drawing = new AbortController();
    drawPage(pdf, number, width, drawing.signal)
      .then(({ canvas, text, ...drawn }) => {
        sheet.current?.replaceChildren(canvas, text);
        setSize(drawn);
        setFailed(false);
        return undefined;
      })
      .catch(() => {
        if (!drawing.signal.aborted) setFailed(true);
      })
      .finally(() => {
        if (!drawing.signal.aborted) onDrawn(number, true);
      });
    return () => drawing.abort();
  }, [pdf, number, width, isDrawn, onDrawn]);

  return (
    <div ref={place} className={classes.page} style={{ width, aspectRatio: `${size.width} / ${size.height}` }}>
      <div ref={sheet} role="group" aria-label={shownFileTexts.page(number, pdf.pages)} className={classes.sheet} />
      {isFailed && <p role="alert">{shownFileTexts.pageFailed(number)}</p>}
      {!isDrawn && <p className={classes.notDrawn}>{shownFileTexts.notDrawn}</p>}
    </div>
  );
});
