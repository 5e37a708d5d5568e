import { Transformer } from '@napi-rs/image'
import { answerQuestions } from '../answer-questions.ts'

/** The most pixels on a side. */
const largestSide = 5_000

/** A Windows bitmap as a PNG; null if it is damaged or too large. */
async function pngOfBitmap(bitmap: Uint8Array): Promise<Uint8Array | null> {
  const bytes = Buffer.from(bitmap)
  if (bytes.length < 26) return null
  const [width, height] = [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))]
  if (width < 1 || width > largestSide || height < 1 || height > largestSide) return null
  try {
    return await new Transformer(bytes).png()
  } catch {
    return null
  }
}

answerQuestions(pngOfBitmap)
