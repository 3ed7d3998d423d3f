import { Suspense } from 'react';
import { Loading } from '#web/core/ui/Loading.tsx';
import { lazyPart } from '#web/core/ui/lazyWithPreload.ts';
import type { PdfPagesProps } from './PdfPages.tsx';

const usePages = lazyPart(() => import('./PdfPages.tsx'));

/** The pages of a PDF; the drawing code is loaded with the first one. */
export function PdfView(props: PdfPagesProps) {
  return (
    <Suspense fallback={<Loading panels={[14]} />}>
      <Pages {...props} />
    </Suspense>
  );
}

function Pages(props: PdfPagesProps) {
  const { PdfPages } = usePages();
  return <PdfPages {...props} />;
}
