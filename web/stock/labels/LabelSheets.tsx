/** Labels on paper alone, where they stand instead of the screen. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { papers, type LabelLot, type Paper } from '#contract/stock/labels/labelTexts.ts';
import { Label } from './Label.tsx';
import classes from './Labels.module.css';

interface LabelSheetsProps {
  /** A label each, in order. */
  labels: readonly { lot: LabelLot; quantity: string }[];
  paper: Paper;
  onPrinted: () => void;
}

export function LabelSheets({ labels, paper, onPrinted }: LabelSheetsProps) {
  const sheets = useRef<HTMLDivElement>(null);
  const print = useEffectEvent(async () => {
    const images = sheets.current?.querySelectorAll('img') ?? [];
    // Images that are not decoded yet would be blank on paper.
    await Promise.all(Array.from(images, (image) => image.decode()));
    window.print();
    onPrinted();
  });
  useEffect(() => {
    print().catch(console.error);
  }, []);
  const { page, perPage } = papers[paper];
  const pages = Array.from({ length: Math.ceil(labels.length / perPage) }, (_, index) =>
    labels.slice(index * perPage, (index + 1) * perPage),
  );
  return createPortal(
    <div ref={sheets} className={classes.paper} data-paper={paper} data-running-head="">
      <style>{`@page { size: ${page}; margin: 0 }`}</style>
      {pages.map((some, number) => (
        <div key={number}>
          {some.map((label, index) => (
            <Label key={index} {...label} />
          ))}
        </div>
      ))}
    </div>,
    document.body,
  );
}
