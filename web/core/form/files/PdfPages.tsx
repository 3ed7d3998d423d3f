/** A PDF as pictures of its pages: nothing of it can act. Lazy-loaded. */
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { shownFileTexts as texts } from '#contract/core/fileTexts.ts';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { PanelMessage } from '#web/core/ui/Panel.tsx';
import { saveFile } from '#web/core/ui/saveFile.ts';
import { MAX_PAGES, openPdf, pdfFaultOf, type Pdf } from './pdfDocument.ts';
import { PdfBar } from './PdfBar.tsx';
import { PdfPage } from './PdfPage.tsx';
import classes from './PdfPages.module.css';

/** Factors of the width that fits. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
const FITS = ZOOMS.indexOf(1);
/** All pages that are printed are in memory at once. */
const MAX_PRINTED = 30;

export interface PdfPagesProps {
  file: Blob;
  title: string;
  /** Offers to print the pages; where they are all that the screen shows, and have all its room. */
  canPrint?: boolean;
}

export function PdfPages({ file, title, canPrint = false }: PdfPagesProps) {
  const { pdf, fault } = usePdf(file);
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller, pdf);
  const [zoom, setZoom] = useState(FITS);
  const [current, setCurrent] = useState(1);
  const step = (by: number) => setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)));
  const printing = usePrinting(pdf);
  const shown = pdf ? Math.min(pdf.pages, MAX_PAGES) : 0;
  const pageWidth = Math.floor(width * (ZOOMS[zoom] ?? 1));

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') step(1);
    else if (event.key === '-') step(-1);
    else if (event.key === '0') setZoom(FITS);
  };
  const noteCurrent = () => {
    const view = scroller.current;
    if (!view) return;
    const middle = view.scrollTop + view.clientHeight / 2;
    const pages = [...view.children].filter((child): child is HTMLElement => child instanceof HTMLElement);
    const above = pages.filter((page) => page.offsetTop <= middle).length;
    setCurrent(Math.max(1, Math.min(shown, above)));
  };

  return (
    <div className={classes.viewer}>
      <PdfBar
        where={pdf && texts.page(current, pdf.pages)}
        onZoom={step}
        onFit={() => setZoom(FITS)}
        print={canPrint && pdf && pdf.pages <= MAX_PRINTED ? printing : undefined}
        isShort={!canPrint}
        onDownload={() => saveFile(file, title.toLowerCase().endsWith('.pdf') ? title : `${title}.pdf`)}
      />
      {fault !== undefined && <PanelMessage role="alert">{fault}</PanelMessage>}
      {!pdf && fault === undefined && <Loading panels={[14]} />}
      {pdf && shown < pdf.pages && <p className={classes.note}>{texts.firstPages(shown, pdf.pages)}</p>}
      {pdf && (
        <section
          ref={scroller}
          className={classes.pages}
          aria-label={texts.pages(title)}
          tabIndex={0}
          onKeyDown={press}
          onScroll={noteCurrent}
        >
          {Array.from({ length: shown }, (_, index) => (
            <PdfPage
              key={index}
              pdf={pdf}
              number={index + 1}
              width={pageWidth}
              isForced={printing.isPreparing}
              scroller={scroller}
              onDrawn={printing.onDrawn}
            />
          ))}
        </section>
      )}
    </div>
  );
}

/** Reads a file as a PDF for as long as it is shown. */
function usePdf(file: Blob): { pdf: Pdf | undefined; fault: string | undefined } {
  const [read, setRead] = useState<{ file: Blob; pdf?: Pdf; fault?: string }>();
  useEffect(() => {
    const reading = new AbortController();
    openPdf(file, reading.signal)
      .then((pdf) => setRead({ file, pdf }))
      .catch((fault: unknown) => {
        if (!reading.signal.aborted) setRead({ file, fault: pdfFaultOf(fault) });
      });
    return () => reading.abort();
  }, [file]);
  const own = read?.file === file ? read : undefined;
  return { pdf: own?.pdf, fault: own?.fault };
}

/** The room for a page in a scrolling element. */
function useWidth(scroller: RefObject<HTMLElement | null>, pdf: Pdf | undefined): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const view = scroller.current;
    if (!pdf || !view) return undefined;
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(view);
      setWidth(view.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(view);
    return () => observer.disconnect();
  }, [scroller, pdf]);
  return width;
}

/** Prints once all pages are drawn: those out of sight are not in memory otherwise. */
function usePrinting(pdf: Pdf | undefined) {
  const [isPreparing, setPreparing] = useState(false);
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set());
  const onDrawn = useCallback((number: number, isDrawn: boolean) => {
    setDrawn((before) => {
      const now = new Set(before);
      if (isDrawn) now.add(number);
      else now.delete(number);
      return now;
    });
  }, []);
  const isReady = isPreparing && drawn.size === pdf?.pages;
  useEffect(() => {
    if (!isReady) return;
    window.addEventListener('afterprint', () => setPreparing(false), { once: true });
    window.print();
  }, [isReady]);
  return { isPreparing, onDrawn, print: () => setPreparing(true) };
}
