import { Button } from '@mantine/core';
import { IconDownload, IconMinus, IconPlus, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shownFileTexts as texts } from '#contract/core/fileTexts.ts';
import classes from './PdfPages.module.css';

interface PdfBarProps {
  /** Which page is in sight; undefined while there is none. */
  where: string | undefined;
  /** Steps to a larger or smaller size. */
  onZoom: (by: 1 | -1) => void;
  onFit: () => void;
  print: { isPreparing: boolean; print: () => void } | undefined;
  /** Little room: no words where an icon does. */
  isShort: boolean;
  onDownload: () => void;
}

/** Tools for the pages of a PDF. */
export function PdfBar({ where, onZoom, onFit, print, isShort, onDownload }: PdfBarProps) {
  return (
    <div className={classes.bar}>
      {where !== undefined && (
        <>
          <span role="status">{where}</span>
          <IconButton label={texts.zoomOut} icon={<IconMinus size={16} aria-hidden />} onClick={() => onZoom(-1)} />
          <IconButton label={texts.zoomIn} icon={<IconPlus size={16} aria-hidden />} onClick={() => onZoom(1)} />
          <Button variant="default" onClick={onFit}>
            {texts.fitWidth}
          </Button>
        </>
      )}
      {print && (
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          loading={print.isPreparing}
          onClick={print.print}
        >
          {texts.print}
        </Button>
      )}
      {isShort ? (
        <IconButton label={texts.download} icon={<IconDownload size={16} aria-hidden />} onClick={onDownload} />
      ) : (
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
          {texts.download}
        </Button>
      )}
    </div>
  );
}

function IconButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Button variant="default" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </Button>
  );
}
