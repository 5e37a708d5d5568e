import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Notice } from './notice.tsx'
import { qrCodeIn } from './read-qr.ts'

/** The pause between two frames that are read, in milliseconds. A cheap phone takes a tenth of a second for one. */
const pauseMs = 150

/**
 * Shows the picture of the camera, and passes the text of a QR code to `onRead`, again for each frame that shows it. The camera is on
 * while this is shown.
 */
export function QrScanner({ onRead }: { onRead: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useEffectEvent(onRead)
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | null = null
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const scan = async () => {
      const shown = video.current
      stream = await openCamera()
      if (isOver || !shown) return stop()
      shown.srcObject = stream
      await shown.play()
      while (!isOver) {
        const text = await qrCodeIn(shown, shown.videoWidth, shown.videoHeight)
        if (text !== null && !isOver) read(text)
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    void scan().catch((error: unknown) => {
      stop()
      if (!isOver) setProblem(whyNot(error))
    })
    return () => {
      isOver = true
      stop()
    }
  }, [])
  if (problem !== null)
    return (
      <Notice kind="error" className="mb-4">
        <p role="alert">{problem}</p>
      </Notice>
    )
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label={t`Camera picture`}
      className="mb-4 aspect-square w-full max-w-100 rounded border bg-sunk object-cover"
    />
  )
}

/** The camera at the back of a phone. Large codes need its resolution. */
const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 1280 } },
  })

const whyNot = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotAllowedError'
    ? t`The browser is not allowed to use the camera. Allow it in the browser’s settings, or choose a photo of the code.`
    : t`The camera could not be opened. Choose a photo of the code instead.`
