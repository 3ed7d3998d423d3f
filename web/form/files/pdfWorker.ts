/** The web worker in which pdf.js reads a PDF. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
