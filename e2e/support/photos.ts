/** Photos as large as a phone's, generated in the browser. */
import type { Page } from '@playwright/test';

/** The length of a note in a JPEG, which has two bytes. */
const MAX_NOTE_BYTES = 65_535;

/** A JPEG of something light with a stripe of noise, which does not compress. */
export async function jpegPhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const dataUrl = await page.evaluate(
    async (size) => {
      const canvas = new OffscreenCanvas(size.width, size.height);
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas to draw on');
      pen.fillStyle = '#eec';
      pen.fillRect(0, 0, size.width, size.height);
      const picture = pen.createImageData(size.width, Math.round(size.height / 10));
      // The maximum of getRandomValues().
      const grain = crypto.getRandomValues(new Uint8Array(65_536));
      for (let at = 0; at < picture.data.length; at += grain.length)
        picture.data.set(grain.subarray(0, picture.data.length - at), at);
      pen.putImageData(picture, 0, 0);
      const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
      return new Promise<string>((done) => {
        const reader = new FileReader();
        reader.onload = () => done(typeof reader.result === 'string' ? reader.result : '');
        reader.readAsDataURL(file);
      });
    },
    { width, height },
  );
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}

/** The same JPEG with so many notes as make it longer than `bytes`: a phone writes a small picture and more into them. */
export function heavier(jpeg: Buffer, bytes: number): Buffer {
  const note = Buffer.alloc(MAX_NOTE_BYTES + 2);
  note.writeUInt16BE(0xff_fe, 0);
  note.writeUInt16BE(MAX_NOTE_BYTES, 2);
  const notes = Array.from({ length: Math.ceil(bytes / note.length) }, () => note);
  return Buffer.concat([jpeg.subarray(0, 2), ...notes, jpeg.subarray(2)]);
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
