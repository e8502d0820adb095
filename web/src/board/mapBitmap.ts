/** The map as a bitmap: shown while the window moves, because drawing it anew at every step is slow. */
export async function drawMapBitmap(
  canvas: HTMLCanvasElement,
  svg: string,
  width: number,
  height: number,
): Promise<void> {
  const scale = Math.min(1.25, 4096 / Math.max(width, height), Math.sqrt(9e6 / (width * height)));
  // An image needs a size of its own; the drawing has but a view box.
  const sized = svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
  const address = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    const image = new Image(width * scale, height * scale);
    image.src = address;
    await image.decode();
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  } catch {
    // Without the bitmap the map is drawn anew, as it was.
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Do something when what is to be seen first has been drawn. */
export function whenIdle(work: () => void): void {
  const later = () =>
    "requestIdleCallback" in window ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, 500);
  // The next frame shows the map; whatever comes after it waits.
  requestAnimationFrame(() => setTimeout(later, 200));
}
