/** Makes a photo that is too large to be kept smaller; fetched only for such a one. */

/** At this length the small print of an A4 bill is still legible, and no browser's canvas is too small for it. */
const LONGEST_SIDE = 4000;
const QUALITY = 0.85;
/** Where a picture compresses badly it becomes this much shorter and narrower, again and again. */
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

function drawn(photo: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no canvas to draw on.');
  // A JPEG knows no transparency: what shows through is paper.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The photo as a JPEG of at most so many bytes, upright as the camera meant it; rejects what is no picture. */
export async function shrinkPhoto(file: File, mostBytes: number): Promise<File> {
  const photo = await createImageBitmap(file);
  try {
    let scale = Math.min(1, LONGEST_SIDE / Math.max(photo.width, photo.height));
    let smaller = await asJpeg(drawn(photo, scale));
    while (smaller.size > mostBytes) {
      scale *= STEP;
      smaller = await asJpeg(drawn(photo, scale));
    }
    return new File([smaller], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' });
  } finally {
    photo.close();
  }
}
