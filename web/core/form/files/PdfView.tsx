import { Suspense } from 'react';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import type { PdfPagesProps } from './PdfPages.tsx';

const PdfPages = lazyComponent(async () => (await import('./PdfPages.tsx')).PdfPages);

/** The pages of a PDF; the drawing code is loaded with the first one. */
export function PdfView(props: PdfPagesProps) {
  return (
    <Suspense fallback={<Loading panels={[14]} />}>
      <PdfPages {...props} />
    </Suspense>
  );
}
