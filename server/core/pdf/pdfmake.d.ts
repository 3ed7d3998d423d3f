/** The parts of pdfmake and pdfkit that packs and letters use; neither brings types. */
declare module 'pdfmake' {
  export type Text = string | { text: string; font?: string; fontFeatures?: Record<string, boolean> }[];

  export type Content =
    | string
    | { text: Text; style?: string; bold?: boolean; fontSize?: number; alignment?: 'left' | 'right'; colSpan?: number }
    | { ul: Content[]; style?: string }
    | { stack: Content[]; style?: string }
    | {
        layout?: string;
        style?: string;
        table: {
          headerRows: number;
          /** So many rows stay with the head; lost if they don't fit on a page. */
          keepWithHeaderRows?: number;
          widths: (string | number)[];
          dontBreakRows?: boolean;
          body: Content[][];
        };
      };

  export interface DocumentDefinition {
    info: { title: string; producer: string; creator: string; creationDate: Date };
    pageSize: string;
    pageOrientation: string;
    pageMargins: [number, number, number, number];
    defaultStyle: object;
    styles: Record<string, object>;
    footer?: (page: number, pages: number) => { margin: number[]; columns: Content[] };
    content: Content[];
  }

  const pdfmake: {
    setFonts(fonts: Record<string, { normal: string; bold: string }>): void;
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void;
    setUrlAccessPolicy(mayFetch: (url: string) => boolean): void;
    setTableLayouts(layouts: Record<string, object>): void;
    createPdf(document: DocumentDefinition): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}

declare module 'pdfkit' {
  export default class PDFDocument {
    constructor(options: { autoFirstPage: boolean });
    font(file: string): { _font: object };
  }
}
