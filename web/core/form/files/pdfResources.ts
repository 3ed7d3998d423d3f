/**
 * Files that pdf.js requests for a PDF: fonts that it doesn't embed, character maps, image decoders. Its sans serif is
 * left out (docs/licences.md): the system's is drawn instead.
 */

const urls = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        '../../../../node_modules/pdfjs-dist/standard_fonts/*.pfb',
        '../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
        '../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
      ],
      { query: '?url', import: 'default', eager: true },
    ),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** The BinaryDataFactory of pdf.js: the built files have names with a hash. */
export class PdfResources {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = urls.get(filename);
    if (url === undefined) throw new Error(`There is no file of pdf.js called ${filename}.`);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${filename} of pdf.js was answered with ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}
