/** The longest side of the picture that is read, in pixels. A larger picture only takes longer. */
const mostPixels = 1600

/** The text of a QR code in a picture; null: none can be read. */
export async function qrCodeIn(
  source: CanvasImageSource,
  width: number,
  height: number,
  timeLimit?: number,
): Promise<string | null> {
  const { default: decodeQR } = await import('qr/decode.js')
  const scale = Math.min(1, mostPixels / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing || canvas.width === 0 || canvas.height === 0) return null
  drawing.drawImage(source, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(drawing.getImageData(0, 0, canvas.width, canvas.height), {
      ...(timeLimit !== undefined && { timeLimit }),
    })
  } catch {
    // No code in this picture.
    return null
  }
}

/** The text of a QR code in a photo; null: none can be read, or it is no picture. */
export async function qrCodeInFile(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const text = await qrCodeIn(picture, picture.width, picture.height, 2_000)
  picture.close()
  return text
}
