/**
 * Reads a PDF with pdf.js, so that nothing of it can act: no script of it runs, its forms, links and attached files are
 * left out, and each page is drawn on a canvas, with its text over it.
 */
import {
  getDocument,
  PasswordException,
  PDFWorker,
  TextLayer,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { shownFileTexts } from '#contract/core/fileTexts.ts';
import { PdfResources } from './pdfResources.ts';

/** Larger images are left out, larger pages are drawn less sharply: decoded, each pixel takes four bytes. */
const MAX_IMAGE_PIXELS = 64_000_000;
const MAX_PAGE_PIXELS = 16_000_000;
/** So many pages have a place on the screen. */
export const MAX_PAGES = 500;

export interface Pdf {
  pages: number;
  /** Width and height of the first page, in points. */
  size: { width: number; height: number };
  document: PDFDocumentProxy;
  close: () => void;
}

/** Why a PDF can't be shown, as a sentence. */
export function pdfFaultOf(fault: unknown): string {
  return fault instanceof PasswordException ? shownFileTexts.locked : shownFileTexts.broken;
}

/** Opens a PDF in a worker of its own, which `close` ends. Throws if it is damaged or locked. */
export async function openPdf(file: Blob, signal: AbortSignal): Promise<Pdf> {
  const thread = new Worker(new URL('./pdfWorker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port: thread, verbosity: 0 });
  const close = () => {
    worker.destroy();
    thread.terminate();
  };
  signal.addEventListener('abort', close);
  try {
    const document = await getDocument({
      data: new Uint8Array(await file.arrayBuffer()),
      worker,
      BinaryDataFactory: PdfResources,
      useWorkerFetch: false,
      enableXfa: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      verbosity: 0,
    }).promise;
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    return { pages: document.numPages, size: { width, height }, document, close };
  } catch (fault) {
    close();
    throw fault;
  }
}

interface DrawnPage {
  canvas: HTMLCanvasElement;
  text: HTMLElement;
  width: number;
  height: number;
}

/** Draws a page as wide as `width`, in CSS pixels. Throws if it is damaged, or `signal` is aborted. */
export async function drawPage(pdf: Pdf, number: number, width: number, signal: AbortSignal): Promise<DrawnPage> {
  const page = await pdf.document.getPage(number);
  const size = page.getViewport({ scale: 1 });
  const scale = width / size.width;
  const sharpness = Math.min(window.devicePixelRatio * scale, Math.sqrt(MAX_PAGE_PIXELS / (size.width * size.height)));
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale: sharpness });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => drawing.cancel());
  await drawing.promise;
  const text = document.createElement('div');
  text.style.setProperty('--total-scale-factor', String(scale));
  const textContentSource = page.streamTextContent();
  await new TextLayer({ textContentSource, container: text, viewport: page.getViewport({ scale }) }).render();
  page.cleanup();
  signal.throwIfAborted();
  return { canvas, text, width: size.width, height: size.height };
}
