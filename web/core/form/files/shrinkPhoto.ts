/** Shrinks photos that are too large to be saved; lazy-loaded. */

/** Keeps the small print of an A4 bill legible, and is below every browser's canvas limit. */
const MAX_SIDE_PIXELS = 4000;
const QUALITY = 0.85;
/** The scale is multiplied by this until the file is small enough. */
const STEP = 0.7;

function asJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (photo) => (photo ? resolve(photo) : reject(new Error('The photo could not be drawn.'))),
      'image/jpeg',
      QUALITY,
    );
  });
}

function draw(photo: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas to draw on.');
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The photo as a JPEG of at most `maxBytes`, rotated by its EXIF orientation; rejects if the file is no image. */
export async function shrinkPhoto(file: File, maxBytes: number): Promise<File> {
  const photo = await createImageBitmap(file);
  try {
    let scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(photo.width, photo.height));
    let smaller = await asJpeg(draw(photo, scale));
    while (smaller.size > maxBytes) {
      scale *= STEP;
      smaller = await asJpeg(draw(photo, scale));
    }
    return new File([smaller], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' });
  } finally {
    photo.close();
  }
}
