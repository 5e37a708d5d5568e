import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { type addAttachment, largestAttachment } from '#contract/attachments.ts'
import type { addClinicOrderPage } from '#contract/clinic-orders.ts'
import type { addOrderPage } from '#contract/orders.ts'
import { errorText } from '../api/api-error.ts'
import { renewed } from '../api/queries.ts'
import { upload } from '../api/upload.ts'
import { sayBytes } from '../lib/say-bytes.ts'
import { toast } from '../ui/toast.tsx'

export type Upload = {
  key: number
  file: File
  /** How much has gone, from 0 to 1. */
  share: number
  /** Why it is not attached; null while it is on its way. */
  error: string | null
}

/** A call that takes a file of a task, of a visit or of an order of a clinic. */
export type TakesFiles = typeof addAttachment | typeof addOrderPage | typeof addClinicOrderPage

/** The files that a person gave, on their way one after the other; those that failed wait for a second try. */
export function useUploads(endpoint: TakesFiles, id: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const line = useRef(Promise.resolve())
  const stops = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const left = stops.current
    return () => {
      for (const stop of left.values()) stop.abort()
    }
  }, [])

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const drop = (key: number) => setUploads((all) => all.filter((one) => one.key !== key))

  async function send(key: number, file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    try {
      const { message } = await upload(endpoint, file, {
        params: { id },
        headers: { 'x-file-name': encodeURIComponent(file.name.toWellFormed()) },
        signal,
        onProgress: (share) => change(key, { share }),
      })
      drop(key)
      toast('success', message)
      await renewed()
    } catch (error) {
      if (!signal.aborted) change(key, { error: errorText(error, t`The file could not be read.`) })
    } finally {
      stops.current.delete(key)
    }
  }

  function start(file: File): void {
    const key = ++lastKey
    const error = faultOf(file)
    setUploads((all) => [...all, { key, file, share: 0, error }])
    if (error !== null) return
    const stop = new AbortController()
    stops.current.set(key, stop)
    line.current = line.current.then(() => send(key, file, stop.signal))
  }

  return {
    uploads,
    add: (files: Iterable<File>) => {
      for (const file of files) start(file)
    },
    again: ({ key, file }: Upload) => {
      drop(key)
      start(file)
    },
    /** Stops one that is on its way, or takes one that failed off the list. */
    stop: ({ key }: Upload) => {
      stops.current.get(key)?.abort()
      drop(key)
    },
  }
}

let lastKey = 0

/** What can be told before a byte is sent. What the file is, the server finds in its content. */
function faultOf({ size }: File): string | null {
  if (size === 0) return t`The file is empty.`
  if (size > largestAttachment) return t`It is larger than ${sayBytes(largestAttachment)}.`
  return null
}
