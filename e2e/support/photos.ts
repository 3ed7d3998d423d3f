/** Photos as large as a phone's, generated in the browser. */
import type { Page } from '@playwright/test';

/** A JPEG of noise, which does not compress. */
export async function jpegPhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async (size) => {
      const canvas = new OffscreenCanvas(size.width, size.height);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas to draw on');
      const picture = pen.createImageData(size.width, size.height);
      // The maximum of getRandomValues().
      const grain = crypto.getRandomValues(new Uint32Array(16_384));
      const pixels = new Uint32Array(picture.data.buffer);
      for (let at = 0; at < pixels.length; at += 1) pixels[at] = 0xff000000 | (grain[(at * 7) % grain.length] ?? 0);
      pen.putImageData(picture, 0, 0);
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })).arrayBuffer(),
      );
      let text = '';
      for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      return btoa(text);
    },
    { width, height },
  );
  return Buffer.from(base64, 'base64');
}

/** The same JPEG with an EXIF orientation, as of a phone that was held upright. */
export function turned(jpeg: Buffer): Buffer {
  const note = Buffer.concat([
    Buffer.from('ffe10022', 'hex'),
    Buffer.from('Exif\0\0II*\0', 'latin1'),
    // One IFD entry: orientation (0x0112), a short, 6.
    Buffer.from('08000000010012010300010000000600000000000000', 'hex'),
  ]);
  return Buffer.concat([jpeg.subarray(0, 2), note, jpeg.subarray(2)]);
}
