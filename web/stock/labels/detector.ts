/** Reads QR codes and barcodes in pictures; its engine is a file of our own, since no page may fetch from elsewhere. */
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import engine from 'zxing-wasm/reader/zxing_reader.wasm?url';

prepareZXingModule({ overrides: { locateFile: () => engine } });

const detector = new BarcodeDetector({
  formats: ['qr_code', 'data_matrix', 'code_128', 'ean_13', 'ean_8', 'upc_a', 'itf'],
});

/** The first code in a picture, if there is one. */
export async function readCode(picture: ImageBitmapSource): Promise<string | undefined> {
  const [code] = await detector.detect(picture);
  return code?.rawValue;
}
