/** The web worker in which pdf.js reads a PDF. */
// oxlint-disable-next-line import/no-unassigned-import -- It answers the messages of its thread by itself.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
